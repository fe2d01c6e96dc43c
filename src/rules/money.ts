/** Currencies whose smallest unit at the payment provider is not the one of ISO 4217, which `Intl` knows. */
const PROVIDER_DIGITS: Readonly<Record<string, number>> = { isk: 2, ugx: 2, mga: 0 }

const DEFAULT_DIGITS = 2

const isoDigits = (currency: string): number => {
  try {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency })
    return format.resolvedOptions().maximumFractionDigits ?? DEFAULT_DIGITS
  } catch {
    return DEFAULT_DIGITS
  }
}

/** How many digits of an amount in minor units are decimals: 2 for usd, 0 for jpy, 3 for kwd. */
export const currencyDigits = (currency: string): number =>
  PROVIDER_DIGITS[currency.toLowerCase()] ?? isoDigits(currency)

/** By digits, because a division would round. */
const decimalOf = (amount: number, digits: number): string => {
  const text = String(Math.abs(Math.trunc(amount))).padStart(digits + 1, '0')
  const sign = amount < 0 ? '-' : ''
  return sign + (digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`)
}

/** `4900` of usd is `49.00`. */
export const toDecimal = (amount: number, currency: string): string => decimalOf(amount, currencyDigits(currency))

/** Writes amounts in minor units of one currency as the language does. */
export const moneyFormat = (currency: string, language: string): ((amount: number) => string) => {
  const digits = currencyDigits(currency)
  try {
    const format = new Intl.NumberFormat(language, {
      style: 'currency',
      currency,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    })
    // A text of digits is formatted as it is (ECMA-402 `ToIntlMathematicalValue`), a number might be rounded.
    return (amount) => format.format(decimalOf(amount, digits) as `${number}`)
  } catch {
    return (amount) => `${decimalOf(amount, digits)} ${currency.toUpperCase()}`
  }
}

/** An amount in minor units as it is written in this language. */
export const formatMoney = (amount: number, currency: string, language: string): string =>
  moneyFormat(currency, language)(amount)
