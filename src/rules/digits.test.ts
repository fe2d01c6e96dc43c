import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeDigits, withPlainDigits } from './digits.ts'

test('digits of every script become those of ASCII', () => {
  const systems = Intl.supportedValuesOf('numberingSystem')
  let scripts = 0
  for (const system of systems) {
    const digits = new Intl.NumberFormat(`en-u-nu-${system}`, { useGrouping: false }).format(9_876_543_210)
    if (!/^\p{Nd}{10}$/u.test(digits)) continue
    scripts += 1
    assert.equal(withPlainDigits(digits), '9876543210', system)
  }
  assert.ok(scripts > 20)
})

test('a code is read in the forms in which it is typed and copied', () => {
  for (const code of [
    '123456',
    ' 123 456 ',
    '123-456',
    '１２３４５６',
    '١٢٣٤٥٦',
    '۱۲۳۴۵۶',
    '१२३४५६',
    '\u200e123\u00a0456\u202c',
  ])
    assert.equal(codeDigits(code), '123456', code)
  for (const none of ['', 'abc', '½²③Ⅳ一']) assert.equal(codeDigits(none), '', none)
})
