import { join } from 'node:path'
import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { expect } from '../fixtures.ts'
import { applyLook, BY_COLOR, endMotion, type Look, TAGS, USUAL_LOOKS } from './axe.ts'
import { sidewaysOf } from './sideways.ts'

/** A folder for pictures of every state; without it, none are taken. */
const PICTURES = process.env.PICTURES
const DESK: Look = { scheme: 'light', width: 1280 }

/**
 * Returns the violations of some or all rules; of an open dialog only, because the page below it was checked before.
 */
const barriersOf = (page: Page, only?: readonly string[]) =>
  page.evaluate(
    async ({ tags, rules }) => {
      const root = document.querySelector('fe-admin-portal')?.shadowRoot
      const dialogs = [...(root?.querySelectorAll('dialog[open] dialog[open]') ?? [])]
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(dialogs.at(-1) ?? document, {
        runOnly: rules ? { type: 'rule', values: [...rules] } : { type: 'tag', values: tags },
        resultTypes: ['violations'],
      })
      return violations.map(
        ({ id, nodes }) =>
          `${id}: ${nodes.map((node) => `${node.target.join(' ')} ${node.failureSummary}`).join(' | ')}`,
      )
    },
    { tags: [...TAGS], rules: only },
  )

/** Checks every given state in each look, and collects the problems; `end` reports them. */
export const portalWalk = (page: Page) => {
  const problems: string[] = []
  const seen: string[] = []
  const look = async (state: string) => {
    seen.push(state)
    if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
    for (const [at, one] of USUAL_LOOKS.entries()) {
      await applyLook(page, one)
      await endMotion(page)
      const where = `${state}, ${one.scheme}, ${one.width} px`
      const found = await barriersOf(page, at > 0 && one.scheme === 'dark' ? BY_COLOR : undefined)
      if (one.width === 390 && one.scheme === 'light') found.push(...(await sidewaysOf(page)))
      problems.push(...found.map((problem) => `${where}: ${problem}`))
      if (PICTURES)
        await page.screenshot({
          path: join(PICTURES, `${state.replaceAll(/\W+/g, '-')}-${one.scheme}-${one.width}.png`),
          animations: 'disabled',
        })
    }
    await applyLook(page, DESK)
  }
  return {
    look,
    seen,
    end: () => expect(problems, `barriers in ${seen.length} states`).toEqual([]),
  }
}

export type PortalWalk = ReturnType<typeof portalWalk>
