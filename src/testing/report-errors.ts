import { type Compared, makeReportable } from './reportable-error.ts'

// Every bundle of browser tests includes this (`bundle-tests.mjs`).
afterEach(function () {
  const error: (Error & Compared) | undefined = this.currentTest?.err
  if (error) makeReportable(error)
})
