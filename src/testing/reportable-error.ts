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
 * Makes an error serializable. The test runner sends the compared values of a failed test as JSON. An element that
 * React has rendered refers to itself, so the failure would not be sent, and the runner would wait for the whole file.
 */
export const makeReportable = (error: Compared): void => {
  error.actual = toReport(error.actual)
  error.expected = toReport(error.expected)
}
