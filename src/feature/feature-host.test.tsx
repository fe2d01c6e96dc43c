import { expect } from 'chai'
import { createStore } from 'zustand/vanilla'
import { createTranslator } from '../i18n/create-translator.ts'
import { defineMessages } from '../i18n/messages.ts'
import { type RenderedUi, renderUi } from '../testing/render.tsx'
import type { AppState } from './app-state.ts'
import type { AnyFeature } from './define.ts'
import { FeatureProvider } from './feature-context.tsx'
import { FeatureHost } from './feature-host.tsx'
import { createFeatureRuntime } from './feature-runtime.ts'
import type { FeatureDeps } from './slice.ts'

const Field = ({ state }: { state: { label: string } }) => <input aria-label={state.label} />

const page = (name: string): AnyFeature => ({
  initial: { label: name },
  slice: () => ({}),
  messages: defineMessages(name, { title: name }),
  Component: Field,
})

/** Mimics a menu, which creates the definition again whenever the user is loaded: equal, but another object. */
const definitionOf = (id: string) => ({ id, load: async () => ({ helper: () => undefined, pageFeature: page(id) }) })

describe('the place of a feature', () => {
  let ui: RenderedUi
  afterEach(() => ui.unmount())

  const open = async (id: string) => {
    const deps = { log: console } as unknown as FeatureDeps // only a failed load needs more
    const runtime = createFeatureRuntime({
      store: createStore<AppState>(() => ({ features: {}, settings: {} }) as AppState), // this test reads no session
      deps,
      translator: createTranslator({ language: 'en' }),
    })
    const draw = (name: string) => (
      <FeatureProvider value={runtime}>
        <FeatureHost definition={definitionOf(name)} fallback={<p>loading</p>} failure={() => <p>failed</p>} />
      </FeatureProvider>
    )
    ui = await renderUi(draw(id))
    return (name: string) => ui.rerender(draw(name))
  }
  const input = () => ui.root.querySelector('input') as HTMLInputElement

  it('keeps what was typed when the same feature is defined again', async () => {
    const again = await open('profile')
    input().value = 'Ada Love'
    const before = input()
    await again('profile')
    expect(input()).to.equal(before)
    expect(input().value).to.equal('Ada Love')
  })

  it('shows what is loaded already without a skeleton in between', async () => {
    const again = await open('profile')
    await again('privacy')
    const seen: string[] = []
    const watch = new MutationObserver(() => seen.push(ui.root.textContent ?? ''))
    watch.observe(ui.root, { childList: true, subtree: true })
    await again('profile')
    watch.disconnect()
    expect(input().getAttribute('aria-label')).to.equal('profile')
    expect(seen).to.not.be.empty
    expect(seen.join()).to.not.contain('loading')
  })

  it('is replaced by another feature', async () => {
    const again = await open('profile')
    await again('privacy')
    expect(input().getAttribute('aria-label')).to.equal('privacy')
  })
})
