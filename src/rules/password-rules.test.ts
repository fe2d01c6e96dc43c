import assert from 'node:assert/strict'
import { test } from 'node:test'
import { passwordProblems } from './password-rules.ts'

const cases: readonly [password: string, isFine: boolean][] = [
  ['Correct-Horse-9', true],
  ['Short-1', false],
  ['alllowercase', false],
  ['lower and UPPER', true],
  ['a long sentence of small words', true],
  ['x'.repeat(128), true],
  ['x'.repeat(129), false],
  ['Пароль-Длинный1', true],
  ['😀😀😀', false],
]

for (const [password, isFine] of cases) {
  test(`${password.slice(0, 30)} is ${isFine ? 'a good' : 'no'} password`, () => {
    assert.equal(passwordProblems(password).length === 0, isFine)
  })
}

test('A tenant may require more, and may refuse passphrases', () => {
  assert.equal(passwordProblems('Correct-Horse-9', { minLength: 20 }).length, 1)
  assert.equal(passwordProblems('a long sentence of small words', { allowPassphrases: false }).length, 1)
})

test('A password counts the same with composed letters and with separate marks', () => {
  for (const [password, isFine] of [
    ['ÀéîõüÀéîõ1', true],
    ['Àéîõü1', false],
    ['àéîõüàéîõü', false],
    ['한국어비밀번호-1A', true],
  ] as const)
    for (const form of ['NFC', 'NFD'] as const)
      assert.equal(passwordProblems(password.normalize(form)).length === 0, isFine, `${password} ${form}`)
})
