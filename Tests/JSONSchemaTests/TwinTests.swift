@_spi(Engine) import JSONTape
import TestSupport
import Testing

@_spi(Engine) @testable import JSONSchema

/// Each fast path of this module beside plain code that says the same slowly, over random input and
/// the input at which such code goes wrong.
@Suite struct TwinTests {
}
