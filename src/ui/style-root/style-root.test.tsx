import { expect } from 'chai'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { renderUi } from '../../testing/render.tsx'
import { countSheetWrites } from '../../testing/sheet-writes.ts'
import tokens from '../../theme/tokens.css'
import { Button } from '../button/button.tsx'
import { Field } from '../field/field.tsx'
import { TextInput } from '../text-input/text-input.tsx'
import { toScopedCss } from './scoped-css.ts'
import { StyleRoot } from './style-root.tsx'

const Login = () => (
  <>
    <Field label="Email">{(ids) => <TextInput {...ids} size="l" />}</Field>
    <Button variant="primary" size="l">
      Continue
    </Button>
  </>
)

const HOSTILE_CSS = `* { all: unset !important } input { display: none !important; height: 3px !important }
  button { background: hotpink !important; font-size: 90px !important } label { display: none !important }`

const drawInPage = async () => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true
  const host = document.createElement('fe-test-box')
  const shadow = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(tokens)
  shadow.adoptedStyleSheets = [sheet]
  shadow.append(document.createElement('slot'))
  document.body.append(host)
  const react = createRoot(host)
  await act(async () =>
    react.render(
      <StyleRoot target={document} scope="fe-test-box">
        <Login />
      </StyleRoot>,
    ),
  )
  globalThis.IS_REACT_ACT_ENVIRONMENT = false
  return {
    host,
    async leave() {
      globalThis.IS_REACT_ACT_ENVIRONMENT = true
      await act(async () => react.unmount())
      globalThis.IS_REACT_ACT_ENVIRONMENT = false
      host.remove()
    },
  }
}

describe('StyleRoot', () => {
  it('adopts each style sheet once and removes all of them with itself', async () => {
    const ui = await renderUi(
      <>
        <Button>One</Button>
        <Button>Two</Button>
      </>,
    )
    const sheets = ui.shadow.adoptedStyleSheets
    expect(new Set(sheets).size).to.equal(sheets.length)
    expect(sheets.length).to.be.above(2)
    const writes = countSheetWrites(ui.shadow)
    await ui.unmount()
    expect(ui.shadow.adoptedStyleSheets.length).to.equal(0)
    // The browser updates all styles after each write.
    expect(writes.count()).to.be.at.most(2)
  })

  it('keeps fields in the page usable against a sheet that would break them', async () => {
    const hostile = new CSSStyleSheet()
    hostile.replaceSync(HOSTILE_CSS)
    const before = document.adoptedStyleSheets.length
    const page = await drawInPage()
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, hostile]
    const input = page.host.querySelector('input')
    const button = page.host.querySelector('button')
    expect(input?.getBoundingClientRect().height).to.be.above(40)
    expect(button?.getBoundingClientRect().height).to.equal(44)
    expect(getComputedStyle(button as HTMLElement).fontSize).to.not.equal('90px')
    expect(getComputedStyle(page.host.querySelector('label') as HTMLElement).display).to.not.equal('none')
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== hostile)
    await page.leave()
    expect(document.adoptedStyleSheets.length).to.equal(before)
  })

  it('makes every declaration important except those of keyframes', () => {
    const css = toScopedCss('.a:hover{color:red;margin:0}@keyframes k{to{rotate:1turn}}@media (a){.b{top:0}}', 'fe-x')
    expect(css).to.equal(
      '@keyframes k{to{rotate:1turn}}@layer front-entry{fe-x{.a:hover{color:red !important;margin:0 !important}@media (a){.b{top:0 !important}}}}',
    )
  })
})
