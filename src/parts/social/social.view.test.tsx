import { within } from '@testing-library/dom'
import { expect } from 'chai'
import { createTranslator } from '../../i18n/create-translator.ts'
import { WithTexts } from '../../testing/feature.tsx'
import { type RenderedUi, renderUi } from '../../testing/render.tsx'
import { AuthCard } from '../auth-card/auth-card.tsx'
import { socialMessages } from './social.messages.ts'
import { initialSocial, type SocialWay } from './social.state.ts'
import { SocialView } from './social.view.tsx'

const t = createTranslator({ language: 'en' }).translatorFor(socialMessages)

const wayOf = (mark: SocialWay['mark'] & string): SocialWay => ({
  id: mark,
  label: mark,
  mark,
  logo: null,
  start: { kind: 'api', path: '/' },
})

const MARKS = ['google', 'github', 'microsoft', 'facebook', 'linkedin', 'slack', 'apple'] as const
const on = { press: async () => undefined, agree: async () => undefined, disagree: () => undefined }

describe('Icon-only social buttons', () => {
  let ui: RenderedUi
  afterEach(() => ui.unmount())

  for (const width of [210, 240, 280, 400])
    it(`are whole and easy to hit in a card of ${width} px`, async () => {
      ui = await renderUi(
        <WithTexts>
          <AuthCard title="Sign in">
            <SocialView t={t} error={undefined} on={on} state={{ ...initialSocial, ways: MARKS.map(wayOf) }} />
          </AuthCard>
        </WithTexts>,
        { width: `${width}px` },
      )
      const card = (ui.root.querySelector('.fe-auth-card') as HTMLElement).getBoundingClientRect()
      expect(card.width).to.equal(width)
      const buttons = within(ui.root).getAllByRole('button')
      expect(buttons).to.have.length(MARKS.length)
      for (const button of buttons) {
        const box = button.getBoundingClientRect()
        const mark = (button.querySelector('.fe-social-mark') as Element).getBoundingClientRect()
        expect(box.width, 'width').to.be.at.least(40)
        expect([box.left >= card.left, box.right <= card.right], 'inside the card').to.deep.equal([true, true])
        expect([mark.left > box.left, mark.right < box.right, mark.width], 'the whole mark').to.deep.equal([
          true,
          true,
          20,
        ])
      }
    })
})
