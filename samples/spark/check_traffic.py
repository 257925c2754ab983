"""Checks recorded traffic on every core of a cluster with Apache Spark's pipe().

    spark-submit check_traffic.py TRAFFIC.ndjson --contract fotolokashen --partitions 8

TRAFFIC is one exchange record a line, each with an `id` of its own. A partition's lines go to the
standard input of one `schemacheck`, its findings come back on standard output, one a line. Findings
name their record by its `id`; positions that hold within a partition only are left out, so that the
output is the same however the lines are cut up.

Prints the findings in the order of the ids, then the groups with the summary. Exit status: 1 where there are errors.
"""

import argparse
import json
import os
import shlex
import subprocess
import sys

from pyspark.sql import SparkSession

# Where something stands in one partition's stream says nothing of the whole.
LOCAL = ("file", "line", "endLine", "offset")


def command(arguments):
    """What every partition runs. An empty one is no error, and findings are no failed task."""
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
