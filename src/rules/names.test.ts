import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { normalizeName } from './names.ts'

describe('A name', () => {
  it('is empty when none of its characters is visible', () => {
    const blanks = [
      '',
      ' ',
      '\t\n',
      '\u00a0\u3000',
      '\u200b\u2060\ufeff',
      '\u202e',
      '\u3164',
      '\u2800\u115f',
      '\u200d \u200c',
    ]
    for (const blank of [...blanks, '\u0301', '\ud800', '\u00ad', '\u2028']) assert.equal(normalizeName(blank), '')
  })

  it('is on one line, whatever breaks or blanks it was pasted with', () => {
    for (const typed of [
      'Ada\nLovelace',
      ' Ada \r\n\t Lovelace ',
      'Ada\u2028Lovelace',
      'Ada\u00a0\u3000Lovelace',
      'Ada\0Lovelace',
    ])
      assert.equal(normalizeName(typed), 'Ada Lovelace')
  })

  it('doesn’t reverse the text around it, and hides nothing', () => {
    assert.equal(normalizeName('Ada\u202egnp.exe'), 'Adagnp.exe')
    assert.equal(normalizeName('\u2066Ada\u2069 \u200fLove\u00adlace\u200b'), 'Ada Lovelace')
  })

  it('has no character that only makes it differ from an equal name', () => {
    const same = [
      'Ad\u034fmin',
      'Ad\u200dmin',
      'Ad\u200cmin',
      'Admin\ufe0f',
      'A\u180bdmin',
      '\u17b4Admin',
      'Ad\u{e0100}min',
    ]
    for (const typed of same) assert.equal(normalizeName(typed), 'Admin', JSON.stringify(typed))
    assert.equal(normalizeName('\u034f\ufe0f\u200d'), '')
  })

  it('keeps letters of every script, joiners within words, emoji and marks', () => {
    const names = [
      'Jörg Müßig',
      'O’Neill-Smith, Jr.',
      '山田 太郎',
      'می\u200cخواهم',
      'क्\u200dष',
      'שלום',
      '👩\u200d💻 Ada',
      '🏳\ufe0f\u200d🌈 1\ufe0f\u20e3',
      '葛\u{e0100}城',
      'ᠠ\u180b',
      'Zoë',
      'ไทย',
      '7',
    ]
    for (const name of names) assert.equal(normalizeName(name), name)
  })

  it('is in composed letters', () => {
    assert.equal(normalizeName('Zoe\u0308'), 'Zoë')
  })

  it('stays as it is when it is normalized again', () => {
    for (const typed of [' a\u202e\u200d b', '\u200d \u200cx', 'e\u200b\u0301', 'a \u2060 b'])
      assert.equal(normalizeName(normalizeName(typed)), normalizeName(typed))
  })
})
