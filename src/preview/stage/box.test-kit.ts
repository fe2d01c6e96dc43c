import { openApp } from '../../app/apps.ts'
import type { InitOptions } from '../../app/options.ts'
import { defineElements } from '../../elements/define.ts'
import { allByRole, hasText, type Name, type Role } from '../../testing/by-role.ts'
import { BASE_URL, type Backstage, PASSWORD } from './backstage.test-kit.ts'
import { setValue } from './set-value.test-kit.ts'
import { until } from './until.test-kit.ts'

let opened = 0

/**
 * Opens `<fe-login-box>` over the backend of a stage, with a simulated user. Its fields are in the page, the rest is in
 * a shadow root.
 */
export const openBox = async (backstage: Backstage, place = '/account/login', options: InitOptions = {}) => {
  defineElements()
  opened += 1
  const name = `box${opened}`
  const app = openApp(
    {
      contextOptions: { baseUrl: BASE_URL, clientId: 'preview', logLevel: 'error' },
      ...options,
    },
    name,
    { fetch: backstage.fetch, staticRoute: place },
  )
  const host = document.createElement('fe-login-box')
  host.setAttribute('app', name)
  document.body.append(host)
  const shadow = await until('the box', () => host.shadowRoot)
  const roots: readonly ParentNode[] = [shadow, host]
  const words = () => `${shadow.querySelector('.fe-element')?.textContent ?? ''} ${host.textContent}`
  const all = (role: Role, named?: Name) => roots.flatMap((root) => allByRole(root, role, named))
  const find = (role: Role, named?: Name): Promise<HTMLElement> =>
    until(
      () => `the ${role} ${named} in ${words()}`,
      () => all(role, named)[0],
    )
  const field = (selector: string): Promise<HTMLInputElement> =>
    until(
      () => `${selector} in ${words()}`,
      () => {
        const found = host.querySelector<HTMLInputElement>(selector)
        return found && !found.disabled && !found.readOnly && found.checkVisibility() ? found : undefined
      },
    )
  const isBusy = () => roots.some((root) => root.querySelector('[data-busy]'))
  const fill = async (selector: string, value: string): Promise<void> => {
    setValue(await field(selector), value)
  }
  /** Submits, like Enter in a field. */
  const submit = async (selector: string): Promise<void> => {
    const { form } = await field(selector)
    form?.requestSubmit()
  }
  const click = async (role: Role, named: Name): Promise<void> => (await find(role, named)).click()
  return {
    app,
    host,
    shadow,
    words,
    all,
    find,
    field,
    fill,
    submit,
    click,
    text: (wanted: Name) =>
      until(
        () => `the text ${wanted} in ${words()}`,
        () => roots.some((root) => hasText(root, wanted)),
      ),
    /** Returns the text of an alert. */
    error: () =>
      until(
        () => `an error in ${words()}`,
        () => roots.flatMap((root) => [...root.querySelectorAll('[role="alert"]')]).find((one) => one.textContent),
      ),
    title: (wanted: Name) =>
      until(
        () => `the title ${wanted} in ${words()}`,
        () => all('heading', wanted)[0],
      ),
    idle: () =>
      until(
        () => `an end to the waiting in ${words()}`,
        () => !isBusy(),
      ),
    /** Returns the page that the user was sent to. */
    left: () =>
      until(
        () => `a redirect; the box says ${words()}`,
        () => {
          const { pathname } = app.navigator.location()
          return pathname.startsWith('/account/') ? undefined : pathname
        },
      ),
    async enterEmail(email: string) {
      await fill('input[name=email]', email)
      await submit('input[name=email]')
    },
    async enterPassword(password: string) {
      await fill('input[name=password]', password)
      await submit('input[name=password]')
    },
    async signIn(email: string) {
      await this.enterEmail(email)
      await this.enterPassword(PASSWORD)
    },
    close() {
      host.remove()
      app.dispose()
    },
  }
}

export type Box = Awaited<ReturnType<typeof openBox>>
