export interface Compared {
  actual?: unknown
  expected?: unknown
}

const isJson = (value: unknown): boolean => {
  try {
    JSON.stringify(value)
    return true
  } catch {
    return false
  }
}

const toReport = (value: unknown): unknown => {
  if (isJson(value)) return value
  return value instanceof Element ? value.outerHTML : String(value)
}

/**
 * The test runner sends what a failed test compared as JSON. An element that React has drawn refers to itself: the failure
 * would not be sent, and the whole file would be waited for.
 */
export const makeReportable = (error: Compared): void => {
  error.actual = toReport(error.actual)
  error.expected = toReport(error.expected)
}
