import type { Page } from '@playwright/test'
import { FIELD_TOKENS, readStop, TARGET_SIZE } from '../../../src/testing/focus-stop.ts'
import { expect } from '../fixtures.ts'

const MAX_STOPS = 40
/**
 * Time within which a stop must be reached: a page that is still loading has few stops, which Tab passes repeatedly.
 */
const COMES_WITHIN_MS = 10_000

const readTokens = (page: Page): Promise<{ name: string; token: string }[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLInputElement>('fe-login-box input, fe-login-box select')]
      .filter(({ type }) => !['checkbox', 'radio', 'hidden'].includes(type))
      .map(({ name, autocomplete }) => ({ name, token: autocomplete })),
  )

/** Simulates a user without a mouse, who moves by Tab, types, and presses Enter and Space. */
export const keyboard = (page: Page) => {
  const seen = { stops: 0, fields: 0 }
  const stop = async (): Promise<string> => {
    const { name, problems } = await page.evaluate(readStop, TARGET_SIZE)
    expect.soft(problems, `the focus on "${name}" at ${new URL(page.url()).pathname}`).toEqual([])
    seen.stops += 1
    return name
  }
  /** Checks that every field declares what a password manager may fill in. */
  const checkFields = async () => {
    for (const { name, token } of await readTokens(page)) {
      expect.soft(FIELD_TOKENS[name] ?? [], `autocomplete of "${name}"`).toContain(token)
      seen.fields += 1
    }
  }
  const to = async (wanted: RegExp) => {
    await checkFields()
    const passed: string[] = [await stop()]
    const end = performance.now() + COMES_WITHIN_MS
    const isOver = () => passed.length > MAX_STOPS && performance.now() > end
    while (!wanted.test(passed.at(-1) ?? '') && !isOver()) {
      await page.keyboard.press('Tab')
      passed.push(await stop())
    }
    expect(passed.at(-1), `by Tab: ${passed.join(' → ')}`).toMatch(wanted)
  }
  return {
    seen,
    to,
    async press(wanted: RegExp, key: 'Enter' | 'Space' = 'Enter') {
      await to(wanted)
      await page.keyboard.press(key)
    },
    async fill(wanted: RegExp, text: string, key?: 'Enter') {
      await to(wanted)
      await page.keyboard.press('Control+A')
      await page.keyboard.type(text)
      if (key) await page.keyboard.press(key)
    },
    /** Pastes text like that of an email or another app. */
    async paste(wanted: RegExp, text: string) {
      await to(wanted)
      await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
      await page.keyboard.press('Control+V')
    },
  }
}

export type Keys = ReturnType<typeof keyboard>
