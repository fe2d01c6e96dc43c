import { expect, type Page } from '@playwright/test'
import type { PortalModel } from '../models/portal.ts'
import { applyLook } from './axe.ts'
import { type PortalWalk, portalWalk } from './portal-walk.ts'

export const AT = '/script-tag#/admin-box/'

/**
 * A stage for every page and dialog of the portal: axe with every rule of WCAG 2.2 A and AA, both schemes, desktop and
 * phone sizes.
 */
interface Stage {
  page: Page
  portal: PortalModel
  walk: PortalWalk
}

export const stageFor = async (page: Page, portal: PortalModel): Promise<Stage> => {
  await applyLook(page, { scheme: 'light', width: 1280 })
  return { page, portal, walk: portalWalk(page) }
}

/** Checks the dialog or part of the page that a press opened, and closes it by Escape. */
export const lookAt = async ({ page, portal, walk }: Stage, state: string, name: string | RegExp) => {
  const box = portal.dialog(name).or(portal.element.getByRole('alertdialog', { name })).or(portal.part(name))
  await expect(box).toBeVisible()
  await expect(box.locator('[aria-busy="true"]')).toHaveCount(0)
  await walk.look(state)
  await page.keyboard.press('Escape')
  await expect(box).toHaveCount(0)
}
