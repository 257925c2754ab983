"""Exact numbers and their spellings in JSON. Nothing here is a float."""

from fractions import Fraction


def numbers():
    """Powers of ten and of two with their neighbours, of both signs, and zero."""
    powers = [Fraction(10) ** power for power in range(-30, 31)]
    powers += [Fraction(2) ** power for power in range(-70, 71)]
    # The last power of two below is the end of Int32 or Int64, or near it.
    result = {Fraction(0)}
    for power in powers:
        for number in [power, *neighbours(power)]:
            result |= {number, -number}
    return sorted(result)


def neighbours(number):
    """The next whole numbers, and numbers that a Double cannot tell from this one."""
    digits, exponent = decimal(number)
    last = Fraction(10) ** exponent if exponent < 0 else Fraction(1)
    near = abs(number) / 10**20
    result = [number - last, number + last]
    if number != 0 and len(digits) < 40:
        result += [number + near, number - near]
    return result


def decimal(number):
    """The digits of a number without trailing zeros, and the exponent of ten of the last digit."""
    twos = fives = 0
    denominator = number.denominator
    while denominator % 2 == 0:
        denominator //= 2
        twos += 1
    while denominator % 5 == 0:
        denominator //= 5
        fives += 1
    assert denominator == 1, "not a decimal fraction"
    places = max(twos, fives)
    whole = abs(number.numerator) * 2 ** (places - twos) * 5 ** (places - fives)
    digits = str(whole)
    if whole == 0:
        return "0", 0
    zeros = len(digits) - len(digits.rstrip("0"))
    return digits[:len(digits) - zeros], zeros - places


def spellings(number):
    """Texts in JSON that all stand for this number."""
    digits, exponent = decimal(number)
    sign = "-" if number < 0 else ""
    if digits == "0":
        return ["0", "-0", "0.0", "-0.0", "0e5", "0E-3", "-0.00e+1", "0.000"]
    result = []
    if exponent >= 0:
        plain = digits + "0" * exponent
        result += [plain, plain + ".0", plain + ".000000000000000000000"]
    else:
        padded = digits.rjust(1 - exponent, "0")
        plain = padded[:exponent] + "." + padded[exponent:]
        result += [plain, plain + "0", plain + "0" * 25]
    result.append(f"{digits}e{exponent}")
    result.append(f"{digits}000E{exponent - 3}")
    result.append(f"{digits}.00e{exponent:+}")
    result.append(f"0.{digits}e{exponent + len(digits)}")
    result.append(f"0.000{digits}E+0{exponent + len(digits) + 3}" if exponent + len(digits) + 3 >= 0
                  else f"0.000{digits}E{exponent + len(digits) + 3}")
    if len(digits) > 1:
        result.append(f"{digits[0]}.{digits[1:]}e{exponent + len(digits) - 1}")
        result.append(f"{digits[0]}.{digits[1:]}00E{exponent + len(digits) - 1:+03}")
    else:
        result.append(f"{digits}.0e{exponent}")
    return [sign + text for text in result]


def read(text):
    """The exact number of a text."""
    mantissa, _, exponent = text.lower().partition("e")
    whole, _, fraction = mantissa.partition(".")
    value = Fraction(int(whole + fraction), 10 ** len(fraction))
    value = value * Fraction(10) ** int(exponent) if exponent else value
    return value
