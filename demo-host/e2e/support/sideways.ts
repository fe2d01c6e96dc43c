import type { Page } from '@playwright/test'
import { expect } from '../fixtures.ts'
import { applyLook, LOOKS, type Look } from './axe.ts'

const NARROW: Look = { scheme: 'light', width: 390 }
const [WIDE = NARROW] = LOOKS

/** Elements that scroll within themselves: a table of two dimensions (WCAG 2.2, 1.4.10), and rows of tabs and steps. */
const SCROLLERS = '.fe-matrix, .fe-scroll-row'

/** Returns all other elements that currently scroll sideways. */
export const sidewaysOf = (page: Page): Promise<string[]> =>
  page.evaluate((own) => {
    const scrollers = [document.scrollingElement as Element]
    const visit = (root: Document | ShadowRoot) => {
      for (const node of root.querySelectorAll('*')) {
        if (node.shadowRoot) visit(node.shadowRoot)
        const { overflowX } = getComputedStyle(node)
        if (['auto', 'scroll'].includes(overflowX) && !node.matches(own)) scrollers.push(node)
      }
    }
    visit(document)
    return scrollers
      .filter((node) => node.clientWidth > 0 && node.scrollWidth > node.clientWidth + 1)
      .map((node) => `${node.tagName}.${node.className} scrolls ${node.scrollWidth - node.clientWidth} px sideways`)
  }, SCROLLERS)

/** Expects nothing of the page to extend beyond a phone's screen. */
export const expectNoSidewaysScroll = async (page: Page, state: string): Promise<void> => {
  await applyLook(page, NARROW)
  expect.soft(await sidewaysOf(page), `${state} at 390 px`).toEqual([])
  await applyLook(page, WIDE)
}
