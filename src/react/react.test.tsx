import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { expect } from 'chai'
import { useEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server.browser'
import type { InitOptions } from '../index.ts'
import { settle } from '../testing/clock.ts'
import { AdminPortal, FrontEntryProvider, Gate, LoginBox, useAuth, useFrontEntry, useFrontEntryEvent } from './index.ts'

const PREVIEW = { previewMode: true, contextOptions: { baseUrl: '' } }

const Name = () => {
  const { isLoading, user } = useAuth()
  return <p>{isLoading ? 'Not known yet' : (user?.email ?? 'No one')}</p>
}

const Host = () => (
  <FrontEntryProvider options={PREVIEW} name="react-host">
    <Name />
    <Gate permissions={['fe.secure.read.users']} fallback={<p>Closed</p>}>
      <p>Open to administrators</p>
    </Gate>
    <Gate roles={['no-such-role']}>
      <p>Open to no one</p>
    </Gate>
  </FrontEntryProvider>
)

const Shop = ({ box }: { box: boolean }) => (
  <FrontEntryProvider options={PREVIEW} name="one-box">
    {box && <LoginBox app="one-box" />}
  </FrontEntryProvider>
)

const Listener = ({ prefix, heard }: { prefix: string; heard: (text: string) => void }) => {
  useFrontEntryEvent('fe-sign-in', ({ detail }) => heard(prefix + detail.email))
  return null
}

const Collector = ({ apps }: { apps: Set<unknown> }) => {
  const app = useFrontEntry()
  useEffect(() => void (app && apps.add(app)), [app, apps])
  return null
}

const signIn = () =>
  document.dispatchEvent(new CustomEvent('fe-sign-in', { detail: { email: 'ada@acme.test' }, bubbles: true }))

describe('React hosts', () => {
  afterEach(() => cleanup())

  it('report who is signed in and open what they may see', async () => {
    render(<Host />)
    expect(screen.getByText('Not known yet')).to.exist
    expect(screen.getByText('Closed')).to.exist
    await waitFor(() => expect(screen.getByText('ada@acme.test')).to.exist, { timeout: 8000 })
    expect(screen.getByText('Open to administrators')).to.exist
    expect(screen.queryByText('Open to no one')).to.equal(null)
  })

  it('report once that a hook outside a provider never gets a user, and how to wrap the app', () => {
    const lines: unknown[] = []
    const { error } = console
    console.error = (line: unknown) => void lines.push(line)
    try {
      render(<Name />)
      render(
        <Gate roles={['admin']}>
          <p>Inside</p>
        </Gate>,
      )
    } finally {
      console.error = error
    }
    expect(lines).to.have.length(1)
    expect(lines[0]).to.match(/outside <FrontEntryProvider>.*Wrap your app in <FrontEntryProvider options=/)
  })

  it('hydrate a server-rendered page without a recoverable error', async () => {
    const page = (
      <main>
        <h1>Sign in</h1>
        <LoginBox preview app="hydrated" />
        <AdminPortal preview app="hydrated" open={false} />
      </main>
    )
    const holder = document.createElement('div')
    holder.innerHTML = renderToString(page)
    expect(holder.querySelector('fe-login-box')).to.equal(null)
    document.body.append(holder)
    const errors: unknown[] = []
    const root = hydrateRoot(holder, page, { onRecoverableError: (error) => errors.push(error) })
    await waitFor(() => expect(holder.querySelector('fe-login-box')).to.exist)
    expect(errors).to.deep.equal([])
    root.unmount()
    holder.remove()
  })

  it('render the login box before the next frame and without an error of React', async () => {
    const errors: unknown[][] = []
    const { error } = console
    console.error = (...given: unknown[]) => void errors.push(given)
    try {
      const { unmount } = render(<LoginBox preview app="drawn-at-once" />)
      const box = await waitFor(() => {
        const found = document.querySelector('fe-login-box[app="drawn-at-once"]')
        expect(found).to.exist
        return found
      })
      await Promise.resolve()
      expect(box?.shadowRoot?.childElementCount).to.be.above(0)
      unmount()
    } finally {
      console.error = error
    }
    expect(errors.map(([text]) => String(text))).to.deep.equal([])
  })

  it('have one login box, whether it is rendered with the provider or later', async () => {
    const boxes = () =>
      [...document.querySelectorAll('fe-login-box')].filter((box) => /one-?box/.test(box.getAttribute('app') ?? ''))
    const { unmount } = render(<Shop box />)
    await waitFor(() => expect(boxes()).to.have.length(1))
    unmount()
    await waitFor(() => expect(boxes()).to.have.length(0))
    const later = render(<Shop box={false} />)
    await waitFor(() => expect(boxes()).to.have.length(1))
    later.rerender(<Shop box />)
    await waitFor(() => expect(boxes()).to.have.length(1))
    expect(boxes()[0]?.hasAttribute('data-fe-routed')).to.equal(false)
  })

  it('handle events with the values of the last render, until they unmount', () => {
    const heard: string[] = []
    const listener = (prefix: string) => <Listener prefix={prefix} heard={(text) => heard.push(text)} />
    const view = render(listener('Hello '))
    signIn()
    view.rerender(listener('Welcome '))
    signIn()
    view.unmount()
    signIn()
    expect(heard).to.deep.equal(['Hello ada@acme.test', 'Welcome ada@acme.test'])
  })

  it('restart for another API, keep an app whose new options are invalid, and warn about options that are read once', async () => {
    const lines: string[] = []
    const errors: unknown[] = []
    const { warn, error } = console
    console.warn = (line: unknown) => void lines.push(String(line))
    console.error = (...given: unknown[]) => void errors.push(...given)
    const apps = new Set<unknown>()
    const host = (clientId: string, more: InitOptions = {}) => (
      <FrontEntryProvider options={{ ...PREVIEW, contextOptions: { clientId }, ...more }} name="edited-host">
        <Collector apps={apps} />
      </FrontEntryProvider>
    )
    try {
      const view = render(host('one'))
      await waitFor(() => expect(apps.size).to.equal(1))
      const themed = { themeOptions: { loginBox: { boxStyle: { borderRadius: 4 } } } }
      view.rerender(host('one', themed))
      view.rerender(host('one', { themeOptions: { loginBox: { boxStyle: { borderRadius: 4 } } } }))
      expect(apps.size).to.equal(1)
      view.rerender(host('two', themed))
      await waitFor(() => expect(apps.size).to.equal(2))
      view.rerender(host(2 as never, themed))
      expect(errors.join()).to.contain('contextOptions.clientId must be a string')
      view.rerender(host('two', { themeOptions: { loginBox: { boxStyle: { borderRadius: 8 } } } }))
      expect(apps.size).to.equal(2)
      // The module that warns about later options must load first.
      await import('../app/option-advice.ts')
      await settle()
      view.unmount()
    } finally {
      Object.assign(console, { warn, error })
    }
    expect(lines.filter((line) => line.includes('FrontEntryProvider'))).to.deep.equal([
      '[front-entry] <FrontEntryProvider> reads options once, so the change of these has no effect: themeOptions. Reload the page; themes change with setTheme() of useFrontEntry().',
      '[front-entry] <FrontEntryProvider> reads options once, so the change of these has no effect: themeOptions.loginBox.boxStyle. Reload the page; themes change with setTheme() of useFrontEntry().',
    ])
    expect(lines.filter((line) => /later init|Mismatch/.test(line))).to.deep.equal([])
  })

  it('leave nothing behind when the provider unmounts', async () => {
    const holder = document.createElement('div')
    document.body.append(holder)
    const root = createRoot(holder)
    root.render(<Host />)
    await waitFor(() => expect(document.querySelector('fe-login-box[app=reacthost]')).to.exist)
    root.unmount()
    await waitFor(() => expect(document.querySelector('fe-login-box[app=reacthost]')).to.equal(null))
    holder.remove()
  })
})
