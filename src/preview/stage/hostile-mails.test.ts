import { expect } from 'chai'
import { renderMail } from '../../backend/adapters/branded-mailer.ts'
import {
  activationMail,
  alreadyMemberMail,
  codeMail,
  factorsRemovedMail,
  invitationMail,
  inviteLinkMail,
  magicLinkMail,
  passwordChangedMail,
  passwordResetMail,
} from '../../backend/domain/mail/mails.ts'
import { reach } from '../../testing/figures.ts'
import { PAYLOADS } from '../../testing/hostile-text.ts'
import { openBackstage } from './backstage.test-kit.ts'

const documentOf = (html: string): Document => new DOMParser().parseFromString(html, 'text/html')

/** Returns every element with the names of its attributes, which is all that markup in a name could change. */
const shapeOf = (mail: Document): string =>
  [...mail.querySelectorAll('*')]
    .map((element) => [element.tagName, ...element.getAttributeNames()].join(' '))
    .join('\n')

/** Returns whether the mail has links to anything but a page. */
const hasOddLink = (mail: Document): boolean =>
  [...mail.querySelectorAll('a')].some(({ protocol }) => !/^https?:$/.test(protocol))

describe('names that are markup', () => {
  it('stay text in every email', async () => {
    const { ports } = await openBackstage()
    const { appUrl } = ports.config
    const mailsWith = (name: string) => {
      const to = {
        userId: name,
        email: 'a@acme.test',
        name,
        token: name,
        tenantName: name,
        link: `${appUrl}/?${name}`,
      }
      return Promise.all([
        activationMail(ports, to),
        invitationMail(ports, to, { tenantName: name, inviterName: name, isNew: true }),
        passwordResetMail(ports, to),
        passwordChangedMail(ports, to),
        codeMail(ports, to, name),
        magicLinkMail(ports, to, { token: name }),
        alreadyMemberMail(ports, to),
        factorsRemovedMail(ports, to),
        inviteLinkMail(to),
      ])
    }
    const rendered = async (name: string) =>
      (await mailsWith(name)).map((mail) => ({ ...mail, ...renderMail(mail, { name, logo: '' }) }))
    const shapes = (await rendered('Ada')).map(({ html }) => shapeOf(documentOf(html)))
    const perPayload = await Promise.all(PAYLOADS.map(rendered))
    const mails = perPayload.flat()
    const found = perPayload.flatMap((each) =>
      each.filter(({ html }, at) => {
        const mail = documentOf(html)
        return shapeOf(mail) !== shapes[at] || hasOddLink(mail)
      }),
    )
    expect(found.map(({ html }) => html)).to.deep.equal([])
    expect(mails.filter(({ subject }) => /[\r\n\u2028]/.test(subject))).to.deep.equal([])
    expect(mails.filter(({ html }) => html.includes('data-evil=')).length).to.be.above(mails.length / 2)
    await reach(
      23,
      'mails: 300 payloads in names of users, accounts and links: 0 new elements, 0 odd links',
      `${mails.length} mails of ${PAYLOADS.length} payloads: ${found.length} with anything but text`,
    )
  })
})
