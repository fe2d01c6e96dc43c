import type { App } from '../../app/app.ts'
import { openApp } from '../../app/apps.ts'
import { defineElements } from '../../elements/define.ts'
import { allByRole, hasText, type Name, type Role } from '../../testing/by-role.ts'
import { BASE_URL, type Backstage } from './backstage.test-kit.ts'
import { setValue } from './set-value.test-kit.ts'
import { until } from './until.test-kit.ts'

const LOADING = '[aria-busy="true"], .fe-skeleton, [data-busy]'

let opened = 0

/** Opens `<fe-admin-portal>` over the backend of a stage, with a simulated user. */
export const openPortal = async (backstage: Backstage, place: string) => {
  defineElements()
  // The portal is as wide as the page, as if it covered it.
  document.body.style.margin = '0'
  opened += 1
  const name = `stage${opened}`
  history.replaceState(null, '', `#/admin-box/${place}`)
  const app: App = openApp(
    { contextOptions: { baseUrl: BASE_URL, clientId: 'preview', logLevel: 'error' }, onRedirectTo: () => undefined },
    name,
    { fetch: backstage.fetch },
  )
  const host = document.createElement('fe-admin-portal')
  for (const [key, value] of Object.entries({ app: name, mode: 'inline', 'heading-level': '1' }))
    host.setAttribute(key, value)
  document.body.append(host)
  const shadow = await until('the portal', () => host.shadowRoot)
  const content = () => shadow.querySelector<HTMLElement>('.fe-portal-content')
  const words = () => shadow.querySelector('.fe-element')?.textContent
  const find = (role: Role, named?: Name, root: ParentNode = shadow): Promise<HTMLElement> =>
    until(
      () => `the ${role} ${named}; there are ${allByRole(root, role).map((one) => one.textContent)} in ${words()}`,
      () => allByRole(root, role, named)[0],
    )
  const gone = (role: Role, named: Name): Promise<unknown> =>
    until(
      () => `the end of the ${role} ${named}`,
      () => allByRole(shadow, role, named).length === 0,
    )
  const click = async (role: Role, named?: Name, root?: ParentNode): Promise<void> => {
    const node = await find(role, named, root)
    await until(
      () => `the ${role} ${named} to be enabled`,
      () => !node.matches(':disabled, [aria-disabled="true"]'),
    )
    node.focus()
    node.click()
  }
  return {
    app,
    host,
    shadow,
    content,
    find,
    gone,
    click,
    /** Turns a switch on, or selects an option; one that is already on stays on. */
    async check(role: 'switch' | 'checkbox' | 'radio', named: Name, root?: ParentNode) {
      const node = await find(role, named, root)
      const isOn = node instanceof HTMLInputElement ? node.checked : node.getAttribute('aria-checked') === 'true'
      if (!isOn) await click(role, named, root)
    },
    text: (wanted: Name) =>
      until(
        () => `the text ${wanted} in ${words()}`,
        () => hasText(shadow, wanted),
      ),
    words: () => words() ?? '',
    /** Waits until nothing is loading, in the whole portal or in a dialog. */
    settled: (root: ParentNode = shadow) =>
      until(
        () => `an end to the loading of ${root.querySelector(LOADING)?.outerHTML.slice(0, 300)} in ${words()}`,
        () => allByRole(root, 'heading').length > 0 && root.querySelector(LOADING) === null,
      ),
    async fill(label: Name, value: string, root?: ParentNode) {
      const field = await find('field', label, root)
      field.focus()
      setValue(field, value)
    },
    /** Returns a dialog, or the part of the page that replaces its list. */
    dialog: (named: Name): Promise<HTMLElement> =>
      until(
        () =>
          `the dialog ${named}; there are ${[...shadow.querySelectorAll('dialog[open]')].map((one) => one.textContent)}`,
        () => (['dialog', 'alertdialog', 'region'] as const).flatMap((role) => allByRole(shadow, role, named)).at(0),
      ),
    /** Closes a dialog as Escape does: the browser dispatches the event `cancel` on it. */
    async leave(box: HTMLElement) {
      if (box instanceof HTMLDialogElement) box.dispatchEvent(new Event('cancel', { cancelable: true }))
      else box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, composed: true }))
      await until(
        () => `the end of ${box.outerHTML.slice(0, 200)}`,
        () => !box.isConnected || (box instanceof HTMLDialogElement && !box.open),
      )
    },
    /** Returns the filters of a list; headers of its table may have the same names. */
    chips: () => until('the filters', () => shadow.querySelector<HTMLElement>('.fe-chip')?.parentElement),
    /** Returns the steps of a set-up that replaces a list. */
    steps: () => until('the steps', () => shadow.querySelector<HTMLElement>('nav[aria-label="Setup steps"]')),
    async chooseRole(box: HTMLElement, role: string) {
      const field = await find('combobox', /^Roles/, box)
      field.focus()
      setValue(field, role)
      await click('option', new RegExp(role))
      field.blur()
      await until('the end of the list', () => allByRole(shadow, 'option').length === 0)
    },
    async rowAction(row: string, action: string) {
      await click('button', `More actions for ${row}`, await find('row', row))
      await click('menuitem', action)
    },
    go(next: string) {
      location.hash = `#/admin-box/${next}`
    },
    async close() {
      history.replaceState(null, '', location.pathname + location.search)
      host.remove()
      // A removed portal removes its part of the URL slightly later, which the next portal would lose.
      await until('the end of the portal', () => shadow.querySelector('.fe-element') === null)
      app.dispose()
    },
  }
}

export type Portal = Awaited<ReturnType<typeof openPortal>>
