import type { Page } from '@playwright/test'

type Kind = 'clicks' | 'fields'

/** Counts the user's clicks on a page and the fields that they fill in, including those after a reload. */
export const countEffort = async (page: Page): Promise<() => string> => {
  const done = { clicks: 0, fields: 0 }
  await page.exposeFunction('noteEffort', (kind: Kind) => {
    done[kind] += 1
  })
  await page.addInitScript(() => {
    const note = (kind: Kind) => (window as unknown as { noteEffort(kind: Kind): void }).noteEffort(kind)
    let filled: EventTarget | undefined
    // A click caused by the Enter key has no detail.
    addEventListener('click', ({ detail }) => detail > 0 && note('clicks'), true)
    addEventListener(
      'input',
      (event) => {
        const [field] = event.composedPath()
        if (field !== filled) note('fields')
        filled = field
      },
      true,
    )
  })
  return () => `${done.clicks} clicks, ${done.fields} fields filled in`
}
