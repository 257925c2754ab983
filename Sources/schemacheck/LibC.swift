// The system's C library, for all files of the tool: no other file says which one it is.
#if canImport(Darwin)
  @_exported @preconcurrency public import Darwin
#elseif canImport(Glibc)
  @_exported @preconcurrency public import Glibc
#elseif canImport(Musl)
  @_exported @preconcurrency public import Musl
#endif
