import { type Compared, makeReportable } from './reportable-error.ts'

// In every bundle of browser tests (`bundle-tests.mjs`).
afterEach(function () {
  const error: (Error & Compared) | undefined = this.currentTest?.err
  if (error) makeReportable(error)
})
