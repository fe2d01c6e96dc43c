/**
 * Currencies whose amounts the payment provider counts in units without decimals, and in thousandths; all others are
 * counted in hundredths, including ISK and UGX. `Intl` has other decimals: in some browsers those of cash (HUF, IDR).
 */
const ZERO_DECIMALS = 'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' ')
const THREE_DECIMALS = 'bhd jod kwd omr tnd'.split(' ')

/** Shown in place of an amount that isn't a number. */
const NO_AMOUNT = '–'

/** Returns the number of decimal digits of an amount in minor units: 2 for usd, 0 for jpy, 3 for kwd. */
export const currencyDigits = (currency: string): number => {
  const code = currency.toLowerCase()
  if (ZERO_DECIMALS.includes(code)) return 0
  return THREE_DECIMALS.includes(code) ? 3 : 2
}

/**
 * Inserts the decimal point by digits, because a division would round. `BigInt` writes numbers of any size without an
 * exponent, and zero without a sign.
 */
const decimalOf = (amount: number, digits: number): string => {
  const units = BigInt(Math.trunc(amount))
  const sign = units < 0 ? '-' : ''
  const text = String(units < 0 ? -units : units).padStart(digits + 1, '0')
  return sign + (digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`)
}

/** Returns the amount as a decimal: `4900` of usd is `49.00`; a dash if it isn't a number. */
export const toDecimal = (amount: number, currency: string): string =>
  Number.isFinite(amount) ? decimalOf(amount, currencyDigits(currency)) : NO_AMOUNT

/** Returns a formatter for amounts in minor units of one currency. */
export const moneyFormat = (currency: string, language: string): ((amount: number) => string) => {
  const digits = currencyDigits(currency)
  const decimals = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  // A string of digits is formatted exactly (ECMA-402 `ToIntlMathematicalValue`); a number might be rounded.
  const shown = (format: Intl.NumberFormat, amount: number) =>
    Number.isFinite(amount) ? format.format(decimalOf(amount, digits) as `${number}`) : NO_AMOUNT
  try {
    const format = new Intl.NumberFormat(language, { style: 'currency', currency, ...decimals })
    return (amount) => shown(format, amount)
  } catch {
    // Codes that don't have three letters have no format of their own.
    const format = new Intl.NumberFormat(language, decimals)
    return (amount) => `${shown(format, amount)} ${currency.toUpperCase()}`
  }
}

/** Formats an amount in minor units in this language. */
export const formatMoney = (amount: number, currency: string, language: string): string =>
  moneyFormat(currency, language)(amount)
