"""Checks recorded traffic inside ClickHouse. The engine runs in this process: `pip install chdb`.

    python3 check_traffic.py TRAFFIC.ndjson --contract fotolokashen --threads 8 [--once]

TRAFFIC has one exchange record in each line. Each record becomes a row, `schemacheck(row)` is the verdict of a row, and
the query counts the verdicts by operation. With --once, one process checks all rows (`executable`) instead of a pool
that waits for more rows (`executable_pool`).

Exit status: 1 if there are errors.
"""

import argparse
import pathlib
import sys
import tempfile

import chdb

QUERY = """
SELECT JSONExtractString(verdict, 'operation') AS operation, JSONExtractString(verdict, 'verdict') AS result,
       count() AS records, sum(JSONExtractUInt(verdict, 'errors')) AS errors,
       sum(JSONExtractUInt(verdict, 'warnings')) AS warnings
FROM (SELECT schemacheck(line) AS verdict FROM file({file}, LineAsString, 'line String'))
GROUP BY operation, result ORDER BY operation, result
SETTINGS max_threads = {threads}, max_block_size = {block}
"""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("traffic")
    parser.add_argument("--contract", required=True)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--block", type=int, default=65409, help="rows that are sent together")
    parser.add_argument("--tool", default="schemacheck")
    parser.add_argument("--once", action="store_true")
    arguments = parser.parse_args()
    text = pathlib.Path(__file__).with_name("udf_config.xml").read_text()
    text = text.replace("schemacheck check", f"{arguments.tool} check")
    text = text.replace("--contract fotolokashen", f"--contract {arguments.contract}")
    if arguments.once:
        text = text.replace("executable_pool", "executable").replace("<pool_size>8</pool_size>", "")
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "udf_config.xml").write_text(text)
        name = "'" + arguments.traffic.replace("\\", "\\\\").replace("'", "\\'") + "'"
        table = chdb.query(
            QUERY.format(file=name, threads=arguments.threads, block=arguments.block), "CSV", udf_path=folder)
        rows = table.bytes().decode().strip().splitlines()
    print("\n".join(rows))
    return 1 if any(int(row.split(",")[-2]) for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
