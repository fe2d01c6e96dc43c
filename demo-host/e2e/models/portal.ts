import { expect, type Page } from '@playwright/test'

/** Marks toasts that are still on the screen from an earlier step. */
const SEEN = 'data-seen'

/** Creates a model of `<fe-admin-portal>` with its users page, from the user's view. */
export const adminPortal = (page: Page) => {
  const element = page.locator('fe-admin-portal')
  const dialog = (name: string | RegExp) => element.getByRole('dialog', { name })
  const toasts = element.locator('[part="toast"]')
  const toast = (text: string | RegExp) => toasts.filter({ hasText: text }).last()
  const row = (name: string | RegExp) => element.getByRole('row').filter({ hasText: name })
  return {
    element,
    /** Finds a named part of the page, such as one role that replaces the list. */
    part: (name: string | RegExp) => element.getByRole('region', { name }),
    title: (name: string) => element.getByRole('heading', { name, exact: true }),
    table: element.getByRole('table', { name: 'Users' }),
    /** Rows of users, without the header. */
    rows: element.locator('tbody').getByRole('row'),
    row,
    /** The menu item. */
    users: element.getByRole('link', { name: 'Users', exact: true }),
    search: element.getByLabel('Search users'),
    total: element.getByText(/^[\d,]+ users?$/),
    dialog,
    inviteDialog: dialog('Invite users'),
    button: (name: string | RegExp) => element.getByRole('button', { name, exact: typeof name === 'string' }),
    toast,
    /** Runs a step and waits for its toast; a toast from an earlier step does not count. */
    async toastOf(text: string | RegExp, step: () => Promise<unknown>) {
      await toasts.evaluateAll((shown, seen) => {
        for (const one of shown) one.setAttribute(seen, '')
      }, SEEN)
      await step()
      await expect(element.locator(`[part="toast"]:not([${SEEN}])`).filter({ hasText: text })).toBeVisible()
    },
    dismiss: (text: string | RegExp) => toast(text).getByRole('button', { name: 'Dismiss' }).click(),
    undo: (text: string | RegExp) => toast(text).getByRole('button', { name: 'Undo' }).click(),
    /** Opens the portal by the page's own button, which shows the first page of the menu, and then the users. */
    async open() {
      await page.getByRole('button', { name: 'Open the portal' }).click()
      await this.users.click()
    },
    async rowAction(name: string, action: string) {
      await row(name)
        .getByRole('button', { name: `More actions for ${name}` })
        .click()
      await element.getByRole('menuitem', { name: action }).click()
    },
    /** Searches for an account of which there is one; its row in the tree is gone when this returns. */
    async searchAccount(name: string) {
      await element.getByLabel('Search accounts').fill(name)
      await expect(element.getByText('1 account', { exact: true })).toBeVisible()
    },
    async filter(kind: string, value: string) {
      await element.getByRole('button', { name: kind, exact: true }).click()
      await element
        .getByRole('menuitemradio', { name: value })
        .or(element.getByRole('menuitemcheckbox', { name: value }))
        .click()
    },
    async chooseRole(box: ReturnType<typeof dialog>, role: string) {
      await box.getByRole('combobox', { name: 'Roles' }).fill(role)
      await element
        .getByRole('option', { name: new RegExp(role) })
        .first()
        .click()
      // The open list covers the buttons below it.
      await box.getByRole('combobox', { name: 'Roles' }).press('Tab')
    },
  }
}

export type PortalModel = ReturnType<typeof adminPortal>
