import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { expect } from '../fixtures.ts'
import { isWhole } from './figures.ts'
import { finishMotion } from './finish-motion.ts'

/** Every rule of WCAG 2.2 at levels A and AA, without exceptions. */
export const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

const HEIGHT = 844

export interface Look {
  scheme: 'light' | 'dark'
  width: 1280 | 768 | 390
}

export const LOOKS: readonly Look[] = [
  { scheme: 'light', width: 1280 },
  { scheme: 'dark', width: 1280 },
  { scheme: 'dark', width: 390 },
  { scheme: 'light', width: 390 },
]

/** Widths between the usual ones, checked at full scale only. */
const MIDDLE: readonly Look[] = [
  { scheme: 'light', width: 768 },
  { scheme: 'dark', width: 768 },
]

/** Looks in both schemes and both widths; at full scale, every pair of them and a third width. */
export const USUAL_LOOKS: readonly Look[] = isWhole
  ? [...LOOKS, ...MIDDLE]
  : LOOKS.filter(({ scheme, width }) => (scheme === 'light') === (width === 390))

export const applyLook = async (page: Page, { scheme, width }: Look) => {
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
  await page.setViewportSize({ width, height: HEIGHT })
}

export const endMotion = (page: Page) => page.evaluate(finishMotion)

/** The rules that depend on colors; all others have the same result in both schemes. */
export const BY_COLOR = ['color-contrast', 'link-in-text-block']

const violationsOf = (page: Page, rules?: readonly string[]) =>
  page.evaluate(
    async ([type, values]) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
        runOnly: { type, values: [...values] },
        resultTypes: ['violations'],
      })
      return violations.map(
        ({ id, nodes }) =>
          `${id}: ${nodes.map((node) => `${node.target.join(' ')} ${node.failureSummary}`).join(' | ')}`,
      )
    },
    rules ? (['rule', rules] as const) : (['tag', TAGS] as const),
  )

/**
 * Checks every rule on the whole page in each look; a state that one width lacks lists its looks. In `npm test` the
 * first look checks every rule, and the others only those that depend on their colors.
 */
export const expectAccessible = async (
  page: Page,
  state: string,
  looks: readonly Look[] = USUAL_LOOKS,
): Promise<void> => {
  await page.evaluate(axe.source)
  for (const [index, look] of looks.entries()) {
    await applyLook(page, look)
    await endMotion(page)
    const found = await violationsOf(page, isWhole || index === 0 ? undefined : BY_COLOR)
    expect.soft(found, `${state}, ${look.scheme}, ${look.width} px`).toEqual([])
  }
}
