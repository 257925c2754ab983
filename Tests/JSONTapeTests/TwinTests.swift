@_spi(Engine) @testable import JSONTape
import TestSupport
import Testing

/// Each fast path of this module beside plain code that says the same slowly, over random input and
/// the input at which such code goes wrong.
@Suite struct TwinTests {
}
