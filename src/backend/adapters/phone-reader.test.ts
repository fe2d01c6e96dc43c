import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readPhone } from './phone-reader.ts'

const NO_COUNTRY = 'must be a phone number with its country'
const EXTENSION = 'must be a phone number without an extension'
const TOO_SHORT = 'has too few digits for its country'
const TOO_LONG = 'has too many digits for its country'

const READ: readonly [typed: string, phone: string][] = [
  ['+1 202 555 0143', '+12025550143'],
  ['+1 (202) 555-0143', '+12025550143'],
  ['+1.202.555.0143', '+12025550143'],
  // Area code 555 is not in use, and test numbers have it.
  ['+1 555 555 0123', '+15555550123'],
  ['+1 555 0100', '+15550100'],
  ['+1 684 733 1234', '+16847331234'],
  ['+44 20 7946 0958', '+442079460958'],
  ['+44 (0)20 7946 0958', '+442079460958'],
  ['+44 020 7946 0958', '+442079460958'],
  ['(+44) 7700 900123', '+447700900123'],
  ['(+44) (0) 7700 900123', '+447700900123'],
  ['0044 7700 900123', '+447700900123'],
  ['(0044) 7700 900123', '+447700900123'],
  ['00 44 7700 900123', '+447700900123'],
  ['٠٠٤٤ ٧٧٠٠ ٩٠٠١٢٣', '+447700900123'],
  ['۰۰۴۴ ۷۷۰۰ ۹۰۰۱۲۳', '+447700900123'],
  ['००४४ ७७०० ९००१२३', '+447700900123'],
  ['  +44 7700 900123\n', '+447700900123'],
  ['tel:+44-7700-900123', '+447700900123'],
  ['TEL: +44 7700 900123', '+447700900123'],
  ['+49 170 1234567', '+491701234567'],
  ['+49 (0)170/1234567', '+491701234567'],
  ['\u202a+49\u00a0170\u20111234567\u202c', '+491701234567'],
  ['+49 (170) 123–4567', '+491701234567'],
  ['+49 170\u00ad1234567', '+491701234567'],
  ['＋４９（１７０）１２３４５６７', '+491701234567'],
  ['+33 (0)6 12 34 56 78', '+33612345678'],
  ['+39 06 1234 5678', '+390612345678'],
  ['+39 (0)6 1234 5678', '+390612345678'],
  ['+39 347 123 4567', '+393471234567'],
  ['+52 55 1234 5678', '+525512345678'],
  ['+52 1 55 1234 5678', '+525512345678'],
  ['+54 9 11 2345 6789', '+5491123456789'],
  ['+54 11 15 2345 6789', '+5491123456789'],
  ['+54 11 2345 6789', '+541123456789'],
  ['+225 07 08 09 10 11', '+2250708091011'],
  ['+229 01 97 12 34 56', '+2290197123456'],
  ['+55 (0)11 91234-5678', '+5511912345678'],
  ['+7 8 912 345 67 89', '+79123456789'],
  ['+36 06 30 123 4567', '+36301234567'],
  ['+370 8 612 34567', '+37061234567'],
  ['+61 (0)412 345 678', '+61412345678'],
  ['+91 98765 43210', '+919876543210'],
  ['+86 138 0013 8000', '+8613800138000'],
  ['+٩٦٦ ٥٠ ١٢٣ ٤٥٦٧', '+966501234567'],
  ['+81 (0)90-1234-5678', '+819012345678'],
  ['+34 612 345 678', '+34612345678'],
  ['+48 512 345 678', '+48512345678'],
  ['+65 9123 4567', '+6591234567'],
  ['+378 0549 886377', '+3780549886377'],
  // Numbers of satellite phones belong to no country.
  ['+870 773 111 632', '+870773111632'],
]

const REFUSED: readonly [typed: string, fault: string][] = [
  ['0170 1234567', NO_COUNTRY],
  ['202 555 0143', NO_COUNTRY],
  // In Egypt, this would be a number: +20 2 555 0143.
  ['2025550143', NO_COUNTRY],
  ['491701234567', NO_COUNTRY],
  ['112', NO_COUNTRY],
  ['+0170 1234567', NO_COUNTRY],
  ['+999 123 456 789', NO_COUNTRY],
  ['++49 170 1234567', NO_COUNTRY],
  ['+', NO_COUNTRY],
  ['\u200b', NO_COUNTRY],
  ['call +44 7700 900123', NO_COUNTRY],
  ['+44 7700 900123 or +44 7700 900124', NO_COUNTRY],
  ['+1-800-FLOWERS', NO_COUNTRY],
  ['+44 7700 900123<script>', NO_COUNTRY],
  ['+49 30 123456 ext. 7', EXTENSION],
  ['+49 30 123456 x7', EXTENSION],
  ['+49 30 123456 #7', EXTENSION],
  ['tel:+49-30-123456;ext=7', EXTENSION],
  ['+1 202 0123', TOO_SHORT],
  ['+44', TOO_SHORT],
  ['+44 20 7946', TOO_SHORT],
  ['+39 3', TOO_SHORT],
  ['+49 1234', TOO_SHORT],
  ['+1 202 555 01433', TOO_LONG],
  ['+33 6 12 34 56 78 90', TOO_LONG],
  ['+49 30 12345678901234', TOO_LONG],
  ['+49 30 123456789012', TOO_LONG],
  ['+44 77009001234567890123', TOO_LONG],
  // Numbers of Singapore have 8, 10 or 11 digits.
  ['+65 9123 45678', 'has a number of digits that its country doesn’t use'],
  // Numbers of Ivory Coast have ten digits since 2021.
  ['+225 07 08 09 10', TOO_SHORT],
]

describe('A phone number', () => {
  for (const [typed, phone] of READ) {
    it(`${JSON.stringify(typed)} is ${phone}`, () => assert.deepEqual(readPhone(typed), { phone }))
  }

  for (const [typed, fault] of REFUSED) {
    it(`${JSON.stringify(typed)} ${fault}`, () => assert.deepEqual(readPhone(typed), { fault }))
  }

  it('is read the same again', () => {
    for (const [, phone] of READ) assert.deepEqual(readPhone(phone), { phone })
  })
})
