import { expect } from 'chai'
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

/** Elements other than paragraphs and links, links that lead elsewhere than to a page, and attributes of a payload. */
const strangers = (html: string): number => {
  const { body, head, documentElement } = new DOMParser().parseFromString(html, 'text/html')
  const others = [...body.querySelectorAll('*')].filter(({ tagName }) => !['P', 'A'].includes(tagName)).length
  const links = [...body.querySelectorAll('a')].filter(({ protocol }) => !/^https?:$/.test(protocol)).length
  const attributes = documentElement.querySelectorAll('[data-evil], [onload], [onerror]').length
  return others + links + attributes + head.children.length
}

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
    const mails = (await Promise.all(PAYLOADS.map(mailsWith))).flat()
    const found = mails.filter(({ html }) => strangers(html) > 0)
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
