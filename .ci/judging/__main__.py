"""Compares verdicts of schemacheck with those of other validators. `.ci/judges` says how to run it."""

import argparse
import random
import secrets
import sys
import tempfile

import matrix_runs
import number_runs
from judges import Judges
from ledger import Ledger
from random_runs import RandomRuns
from shrink import Shrinker
from tool import Tool


def arguments():
    parser = argparse.ArgumentParser(prog=".ci/judges", description=__doc__)
    parser.add_argument("--tool", required=True, help="the binary")
    parser.add_argument("--seed", type=int, help="the source of chance (default: a fresh one, which is printed)")
    parser.add_argument("--verdicts", type=int, default=200_000, help="how many (default: 200000)")
    parser.add_argument("--short", action="store_true", help="a few thousand verdicts")
    parser.add_argument("--leniencies", choices=["none", "listed"], default="none",
                        help="none: contracts turn all leniencies off; listed: values are left out where one may apply")
    parser.add_argument("--only", choices=["random", "numbers", "matrix"], action="append",
                        help="kinds of runs (default: all)")
    parser.add_argument("--documents", help="a folder of OpenAPI documents: judge these only")
    parser.add_argument("--operations", type=int, default=60, help="of each document, at most (default: 60)")
    parser.add_argument("--mutations", type=int, default=3, help="of each valid exchange (default: 3)")
    parser.add_argument("--differences", default=".build/judges-differences.jsonl", help="the file for all differences")
    return parser.parse_args()


def main():
    options = arguments()
    seed = options.seed if options.seed is not None else secrets.randbelow(2**32)
    print(f"judges: seed {seed}", flush=True)
    judges = Judges()
    for module in judges.missing:
        print(f"skipped: {module} is not installed", flush=True)
    if not judges.modules:
        return 0
    print(f"judges: {judges.versions()}", flush=True)
    wanted = min(options.verdicts, 4_000) if options.short else options.verdicts
    only = options.only or ["matrix", "numbers", "random"]
    ledger = Ledger(options.differences)
    with tempfile.TemporaryDirectory() as folder:
        tool = Tool(options.tool, folder)
        if options.leniencies == "none" and not tool.knows_strictness():
            print('judges: the binary does not know "leniencies": "none"; use --leniencies listed')
            return 2
        if options.documents:
            try:
                from published import Published
            except ImportError as error:  # Only this needs a reader of YAML and all judges.
                print(f"judges: {error.name} is not installed")
                return 2
            Published(options, seed, tool, ledger).run()
            return ledger.close(seed, lambda case: case)
        # Each kind of run has a source of chance of its own, so that `--only` repeats what a whole run did.
        if "matrix" in only:
            matrix_runs.run(judges, tool, ledger, options.leniencies)
        if "numbers" in only:
            number_runs.run(random.Random(f"{seed} numbers"), tool, ledger, wanted * 3 // 10, options.leniencies)
        if "random" in only:
            runs = RandomRuns(random.Random(f"{seed} random"), judges, tool, ledger, options.leniencies)
            runs.run(wanted if only == ["random"] else wanted - ledger.total)
        return ledger.close(seed, Shrinker(judges, tool, options.leniencies).shrunk)


sys.exit(main())
