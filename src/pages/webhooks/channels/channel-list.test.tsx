import { expect } from 'chai'
import { createTranslator } from '../../../i18n/create-translator.ts'
import { noActions } from '../../../testing/page-looks.tsx'
import { type RenderedUi, renderUi } from '../../../testing/render.tsx'
import { useSheet } from '../../../ui/style-root/style-root.tsx'
import type { WebhooksViewProps } from '../webhooks.actions.ts'
import css from '../webhooks.css'
import { webhooksMessages } from '../webhooks.messages.ts'
import { initialWebhooks, type WebhooksState } from '../webhooks.state.ts'
import { ChannelList } from './channel-list.tsx'

const t = createTranslator({ language: 'en' }).translatorFor(webhooksMessages)
const empty = { phase: 'ready' as const, value: [] }

const Page = ({ slack }: { slack: WebhooksState['channels']['slack'] }) => {
  useSheet(css)
  const state = { ...initialWebhooks, channels: { email: empty, sms: empty, slack } }
  return (
    <div className="fe-webhooks">
      <ChannelList state={state} actions={noActions<WebhooksViewProps['actions']>()} t={t} />
    </div>
  )
}

describe('The list of channels', () => {
  let ui: RenderedUi
  afterEach(() => ui.unmount())

  it('keeps its rows in the card on a phone, also with a long reason and large text', async () => {
    const error = 'We couldn’t reach https://api.integrations.acme-internal.example/slack/subscriptions.'
    ui = await renderUi(<Page slack={{ phase: 'failed', error }} />, { width: '288px' })
    const beyond = () => {
      const edge = ui.root.querySelector('.fe-card')?.getBoundingClientRect().right ?? 0
      return [...ui.root.querySelectorAll('.fe-card *')].filter((one) => one.getBoundingClientRect().right > edge)
    }
    expect(beyond()).to.deep.equal([])
    for (const [size, px] of Object.entries({ xs: 24, s: 26, m: 28, l: 32 }))
      ui.host.style.setProperty(`--fe-font-size-${size}`, `${px}px`)
    expect(beyond()).to.deep.equal([])
  })

  for (const width of ['358px', '288px'])
    it(`moves what has no room below the text, not below the icon: ${width}`, async () => {
      ui = await renderUi(
        <Page slack={{ phase: 'ready', value: { teamName: '', subscriptions: [], channels: [] } }} />,
        { width },
      )
      const rows = [...ui.root.querySelectorAll('.fe-webhooks-channel')]
      const leftOf = (row: Element, what: string) => row.querySelector(what)?.getBoundingClientRect().left ?? 0
      expect(rows).to.have.length(3)
      for (const row of rows) {
        expect(leftOf(row, '.fe-button')).to.be.at.least(leftOf(row, 'b'))
        expect(leftOf(row, '.fe-badge')).to.be.at.least(leftOf(row, 'b'))
      }
    })

  it('counts no events as it counts others', async () => {
    ui = await renderUi(<Page slack={{ phase: 'loading' }} />)
    const [email] = ui.root.querySelectorAll('.fe-webhooks-channel .fe-webhooks-muted')
    expect(email?.textContent).to.equal('0 events')
  })
})
