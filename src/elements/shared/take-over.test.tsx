import { expect } from 'chai'
import { setPainted } from '../../kernel/painted.ts'
import { CredentialForm, LightDomProvider } from '../../parts/credentials/credentials.tsx'
import { until } from '../../preview/stage/until.test-kit.ts'
import { settle } from '../../testing/clock.ts'
import { countSheetWrites } from '../../testing/sheet-writes.ts'
import { StyleRoot } from '../../ui/style-root/style-root.tsx'
import { createElementClass } from './element-base.ts'

const View = ({ container, label = 'Sign in' }: { container: ShadowRoot; label?: string }) => (
  <LightDomProvider value={container.host as HTMLElement}>
    <StyleRoot target={container}>
      <CredentialForm label={label} onSubmit={() => {}}>
        <input name="email" />
      </CredentialForm>
    </StyleRoot>
  </LightDomProvider>
)

describe('An element whose first screen is painted', () => {
  it('adopts each style sheet of its fields once, also when it renders again', async () => {
    const box = document.createElement('fe-painted')
    box.attachShadow({ mode: 'open' })
    setPainted(box, { nodes: new Set(), typed: () => '', restore() {}, release() {} })
    document.body.append(box)
    const before = document.adoptedStyleSheets.length
    const writes = countSheetWrites(document)
    customElements.define('fe-painted', createElementClass(View, { label: 'string' }))
    await until('the field', () => box.querySelector('input'))
    box.setAttribute('label', 'Continue')
    await until('the label', () => box.querySelector('[aria-label=Continue]'))
    expect(writes.count()).to.equal(document.adoptedStyleSheets.length - before)
    box.remove()
    await settle()
    expect(document.adoptedStyleSheets.length).to.equal(before)
    writes.end()
  })
})
