import { within } from '@testing-library/dom'
import { expect } from 'chai'
import { useEffect, useState } from 'react'
import { type Harness, openHarness } from '../../elements/testing/harness.test-kit.ts'
import { WithTexts } from '../../testing/feature.tsx'
import { renderUi } from '../../testing/render.tsx'
import { AuthCard } from './auth-card.tsx'

const LOGO = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='

const styled = (loginBox: object) => ({ themeOptions: { loginBox } })

describe('the login card in the style of a host', () => {
  let harness: Harness
  afterEach(() => harness.close())
  let round = 0

  const open = async (loginBox: object) => {
    await import('../../theme/create-theme.ts')
    round += 1
    harness = await openHarness({ name: `styled-${round}`, options: styled(loginBox) })
    await harness.until(() => Boolean(harness.box.querySelector('input')))
    return (selector: string, property: string) => {
      const found = harness.box.shadowRoot?.querySelector(selector)
      return found ? getComputedStyle(found).getPropertyValue(property) : 'nothing there'
    }
  }

  it('applies `boxStyle` to the card', async () => {
    const boxStyle = { backgroundColor: '#fff7e8', borderColor: '#112233', borderRadius: 2, padding: 10, width: 350 }
    const look = await open({ boxStyle })
    expect(look('.fe-auth-card', 'border-radius')).to.equal('2px')
    expect(look('.fe-auth-card', 'padding')).to.equal('10px')
    expect(look('.fe-auth-card', 'border-top-color')).to.equal('rgb(17, 34, 51)')
    expect(look('.fe-auth-card', 'background-color')).to.equal('rgb(255, 247, 232)')
    expect(look('.fe-auth-card', 'width')).to.equal('350px')
  })

  it('applies `boxTitleStyle` to the title', async () => {
    const look = await open({ boxTitleStyle: { fontSize: 30, fontWeight: 700, textAlign: 'center' } })
    expect(look('.fe-auth-title', 'font-size')).to.equal('30px')
    expect(look('.fe-auth-title', 'font-weight')).to.equal('700')
    expect(look('.fe-auth-title', 'text-align')).to.equal('center')
  })

  it('has the sentence of `boxMessageStyle`', async () => {
    const look = await open({ boxMessageStyle: { fontSize: 17, fontFamily: 'Georgia, serif' } })
    expect(look('.fe-auth-text', 'font-size')).to.equal('17px')
    expect(look('.fe-auth-text', 'font-family')).to.contain('Georgia')
  })

  it('has the picture and the size of `logo`', async () => {
    const look = await open({ logo: { image: LOGO, style: { width: 90, height: 60 } } })
    expect(harness.box.shadowRoot?.querySelector<HTMLImageElement>('.fe-auth-logo')?.src).to.equal(LOGO)
    expect(look('.fe-auth-logo', 'width')).to.equal('90px')
    expect(look('.fe-auth-logo', 'height')).to.equal('60px')
  })

  it('has the background of `rootStyle`', async () => {
    const look = await open({ rootStyle: { backgroundColor: '#eef0ff' } })
    expect(look('.fe-box', 'background-color')).to.equal('rgb(238, 240, 255)')
  })

  it('changes while it is shown', async () => {
    const look = await open({ boxStyle: { borderRadius: 2 } })
    harness.app.setTheme({ loginBox: { boxStyle: { borderRadius: 7 } } })
    await harness.until(() => look('.fe-auth-card', 'border-radius') === '7px')
    expect(look('.fe-auth-card', 'border-radius')).to.equal('7px')
    harness.app.setTheme({})
    await harness.until(() => look('.fe-auth-card', 'border-radius') === '16px')
    expect(look('.fe-auth-card', 'border-radius')).to.equal('16px')
  })
})

describe('the fields of the login card', () => {
  let harness: Harness
  afterEach(() => harness.close())

  it('don’t shift when an error appears', async () => {
    harness = await openHarness({ name: 'still' })
    await harness.until(() => Boolean(harness.box.querySelector('input')))
    const submit = () => harness.box.querySelector<HTMLElement>('button[type="submit"]')
    const before = submit()?.getBoundingClientRect().top
    submit()?.click()
    await harness.until(() => Boolean(harness.box.querySelector('.fe-field-error span')?.textContent))
    expect(before).to.be.greaterThan(0)
    expect(submit()?.getBoundingClientRect().top).to.equal(before)
  })
})

const Field = ({ onReady }: { onReady: () => void }) => {
  const [report] = useState(() => onReady)
  useEffect(report, [report])
  return <input />
}

describe('the login card', () => {
  it('keeps a phone number on one line', async () => {
    const screen = await renderUi(
      <WithTexts>
        <div style={{ width: 230 }}>
          <AuthCard title="Check your phone" text="We texted a code to +1 *** *** 0143. It is valid for 5 minutes." />
        </div>
      </WithTexts>,
    )
    const number = within(screen.root).getByText('+1 *** *** 0143')
    expect(number.getClientRects()).to.have.length(1)
    await screen.unmount()
  })

  it('focuses its heading before a user can reach one of its fields', async () => {
    const focused: (string | null | undefined)[] = []
    const screen = await renderUi(
      <WithTexts>
        <AuthCard title="Choose a new password" focusTitle>
          <Field
            onReady={() => {
              focused.push(document.activeElement?.shadowRoot?.activeElement?.textContent)
            }}
          />
        </AuthCard>
      </WithTexts>,
    )
    expect(focused).to.deep.equal(['Choose a new password'])
    await screen.unmount()
  })
})
