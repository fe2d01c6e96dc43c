import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { PAYLOADS } from '../../testing/hostile-text.ts'
import type { Mail } from '../ports.ts'
import { DARK, LIGHT, type MailColors, renderMail } from './branded-mailer.ts'

const BRAND = { name: 'Quokka', logo: 'https://quokka.test/logo.png' }
const LINK = 'https://app.test/account/activate?userId=1&token=abc'
const MAIL: Mail = {
  to: 'ada@acme.test',
  subject: 'Join Acme on Quokka',
  paragraphs: ['Hi Ada,', 'Grace invited you to join Acme.'],
  action: { label: 'Accept invitation', href: LINK },
  reason: 'invited',
  account: 'Acme',
  stopUrl: 'https://id.test/stop?token=xyz',
}

const tagsOf = (html: string): string[] => html.match(/<\/?[a-z!][^\s>]*/gi) ?? []

describe('The template of emails', () => {
  it('renders plain text with each link once, the account and the reason', () => {
    assert.equal(
      renderMail(MAIL, BRAND).text,
      [
        'Hi Ada,',
        'Grace invited you to join Acme.',
        `Accept invitation:\n${LINK}`,
        'Stop these emails:\nhttps://id.test/stop?token=xyz',
        'Quokka · Acme\nYou get this email because someone invited you to this account.',
      ].join('\n\n'),
    )
  })

  it('renders HTML with language, direction, color scheme, logo, name, button, the link as text, and a footer', () => {
    const { html } = renderMail(MAIL, BRAND)
    const escaped = LINK.replace('&', '&#38;')
    for (const part of [
      /^<!doctype html>\n<html lang="en" dir="ltr">/,
      /<meta name="color-scheme" content="light dark">/,
      /<meta name="viewport" content="width=device-width, initial-scale=1">/,
      /<img src="https:\/\/quokka\.test\/logo\.png" alt=""/,
      />Quokka<\/td>/,
      /Quokka · Acme/,
      /You get this email because someone invited you to this account\./,
      /<a class="link" href="https:\/\/id\.test\/stop\?token=xyz"/,
    ])
      assert.match(html, part)
    assert.equal(html.split(`<a class="button-ink" href="${escaped}"`).length, 2)
    assert.equal(html.split(`>${escaped}</span>`).length, 2)
    assert.deepEqual(
      [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href),
      [escaped, 'https://id.test/stop?token=xyz'],
    )
    assert.doesNotMatch(html, /<script|javascript:|@import|url\(/i)
  })

  it('uses inline styles, and layout tables that screen readers ignore', () => {
    const { html } = renderMail(MAIL, BRAND)
    const tables = html.match(/<table[^>]*>/g) ?? []
    assert.ok(tables.length >= 3)
    for (const table of tables) assert.match(table, /role="presentation"/)
    for (const [element] of html.matchAll(/<(?:p|a|td|img)[ >][^>]*/g)) assert.match(element, /style="/)
  })

  it('names the user if the email isn’t about an account, and shows a button or logo only if there is one', () => {
    const { account: _account, action: _action, stopUrl: _stopUrl, ...mail } = MAIL
    const { text, html } = renderMail({ ...mail, reason: 'user' }, { name: 'Quokka', logo: '' })
    assert.ok(text.endsWith('Quokka · ada@acme.test\nYou get this email because it is about the way you sign in.'))
    assert.doesNotMatch(html, /<img|<a /)
  })

  for (const logo of ['http://quokka.test/logo.png', 'data:image/png;base64,AA', 'javascript:alert(1)', '/logo.png'])
    it(`shows no logo of ${logo.slice(0, 20)}`, () => {
      assert.doesNotMatch(renderMail(MAIL, { ...BRAND, logo }).html, /<img/)
    })

  it(`shows ${PAYLOADS.length} names that are markup as text, wherever they are`, () => {
    const tags = tagsOf(renderMail(MAIL, BRAND).html)
    for (const name of PAYLOADS) {
      const hostile: Mail = {
        ...MAIL,
        to: name,
        subject: name,
        paragraphs: [name, name],
        action: { label: name, href: `https://app.test/?${name}` },
        account: name,
        stopUrl: `https://id.test/?${name}`,
      }
      const { html } = renderMail(hostile, { name, logo: `https://quokka.test/?${name}` })
      assert.deepEqual(tagsOf(html), tags, name)
    }
  })
})

/** Returns the relative luminance (WCAG 2.2). */
const luminance = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const contrast = (one: string, other: string): number => {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

const PAIRS: readonly (readonly [ink: keyof MailColors, ground: keyof MailColors])[] = [
  ['ink', 'card'],
  ['soft', 'card'],
  ['link', 'card'],
  ['buttonInk', 'button'],
]

describe('Colors of emails', () => {
  for (const [mode, colors] of [
    ['light', LIGHT],
    ['dark', DARK],
  ] as const)
    for (const [ink, ground] of PAIRS)
      it(`have a contrast of 4.5:1 for ${ink} on ${ground} in ${mode} mode`, () => {
        assert.ok(contrast(colors[ink], colors[ground]) >= 4.5, String(contrast(colors[ink], colors[ground])))
      })

  it('of the template are only these', () => {
    const known = new Set([...Object.values(LIGHT), ...Object.values(DARK)])
    const used = renderMail(MAIL, BRAND).html.match(/#[0-9a-f]{6}\b/g) ?? []
    assert.ok(used.length > 20)
    for (const color of used) assert.ok(known.has(color), color)
  })
})
