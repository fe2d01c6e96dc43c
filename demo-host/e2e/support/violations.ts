import type { Page } from '@playwright/test'

/** Collects a browser's reports of violations, from the event and from the console. */
export const watchViolations = async (page: Page) => {
  const violations: string[] = []
  await page.exposeFunction('feViolation', (text: string) => violations.push(text))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) =>
      (window as unknown as { feViolation(text: string): void }).feViolation(
        `${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber} ${event.sample}`,
      ),
    )
  })
  page.on('console', (message) => {
    if (/content security policy|trusted ?types?|trustedscript|refused to/i.test(message.text())) {
      violations.push(message.text())
    }
  })
  return violations
}
