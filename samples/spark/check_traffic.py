"""Checks recorded traffic on every core of a cluster with Apache Spark's pipe().

    spark-submit check_traffic.py TRAFFIC.ndjson --contract fotolokashen --partitions 8

TRAFFIC has one exchange record in each line, with its own `id`. One `schemacheck` reads the lines of a
partition from standard input and prints one finding in each line of standard output. A finding names its
record by the `id`. Positions within a partition are removed, so that the output does not depend on the
partitions.

Prints the findings in the order of the ids, then the groups with the summary. Exit status: 1 if there are errors.
"""

import argparse
import json
import os
import shlex
import subprocess
import sys

from pyspark.sql import SparkSession

# Positions in the stream of one partition: they mean nothing for the whole.
LOCAL = ("file", "line", "endLine", "offset")


def command(arguments):
    """The command for a partition. Neither an empty partition nor findings fail the task."""
    return [
        arguments.tool, "check", "-", "--input-format", "ndjson", "--format", "ndjson",
        "--contract", arguments.contract, "--exit-zero", "--allow-empty", "--quiet",
    ]


def moved(finding):
    """A finding without what depends on the partition."""
    for name in LOCAL:
        finding.pop(name, None)
    finding.pop("fix", None)
    if finding["exchange"]:
        finding["exchange"].pop("index", None)
    return finding


def order(finding):
    exchange = finding["exchange"] or {}
    return (
        exchange.get("id") or "", exchange.get("part") or "", finding["instance"],
        finding["rule"], finding.get("member") or "", finding["message"],
    )


def merged(tool, totals):
    """The sum of the groups and summaries, by the tool that wrote them."""
    result = subprocess.run(
        [tool, "merge-summaries", "-", "--exit-zero", "--allow-empty"],
        input="\n".join(totals), stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(result.stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("traffic")
    parser.add_argument("--contract", required=True)
    parser.add_argument("--partitions", type=int, default=8)
    parser.add_argument("--tool", default="schemacheck")
    arguments = parser.parse_args()

    builder = SparkSession.builder.appName("schemacheck")
    if os.environ.get("SPARK_MASTER"):
        builder = builder.master(os.environ["SPARK_MASTER"])
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    lines = spark.sparkContext.textFile(arguments.traffic).repartition(arguments.partitions)
    # checkCode: a partition that could not be checked fails the job.
    output = lines.pipe(shlex.join(command(arguments)), checkCode=True).cache()

    is_total = ('{"group":', '{"ungrouped":', '{"summary":')
    totals = output.filter(lambda line: line.startswith(is_total)).collect()
    findings = (
        output.filter(lambda line: not line.startswith(is_total))
        .map(json.loads).map(moved).sortBy(order))
    for finding in findings.toLocalIterator():
        print(json.dumps(finding, ensure_ascii=False, sort_keys=True))
    total = merged(arguments.tool, totals)
    # Every partition was one input; the whole is one.
    total["summary"]["inputs"] = 1
    # Which finding of a group came first depends on the partitions.
    for group in total.get("groups", []):
        group.pop("message")
    total.get("groups", []).sort(key=lambda group: json.dumps(group, sort_keys=True))
    print(json.dumps(total, sort_keys=True))
    spark.stop()
    sys.exit(1 if total["summary"]["errors"] else 0)


if __name__ == "__main__":
    main()
