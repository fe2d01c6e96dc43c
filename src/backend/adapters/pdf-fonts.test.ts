import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { printableCluster, shapingFeatures } from './pdf-fonts.ts'

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

const pieces = (text: string, weight: 'regular' | 'bold' = 'regular') =>
  Array.from(letters.segment(text)).flatMap(({ segment }) => printableCluster(segment, weight))

const NAMES = {
  Latin: 'Ægir Straße Nguyễn Ż',
  Greek: 'Ανάπτυξη',
  Cyrillic: 'Развитие Ўзбек',
  Armenian: 'Հայերեն',
  Georgian: 'ქართული',
  Hebrew: 'חֲבֵרָה ״לוגו״',
  Arabic: 'شركة محمد ١٢٣ پژوهش',
  Devanagari: 'क्षत्रिय लिमिटेड।',
  Bengali: 'বাংলাদেশ',
  Gurmukhi: 'ਪੰਜਾਬੀ',
  Gujarati: 'ગુજરાતી',
  Tamil: 'தமிழ்நாடு',
  Telugu: 'తెలుగు',
  Kannada: 'ಕನ್ನಡ',
  Malayalam: 'മലയാളം',
  Sinhala: 'සිංහල',
  Thai: 'บริษัท น้ำที่',
  Lao: 'ລາວ',
  Khmer: 'ខ្មែរ',
  Myanmar: 'မြန်မာ',
  Ethiopic: 'አማርኛ',
  'Traditional Chinese': '臺灣積體電路製造股份有限公司',
  'Simplified Chinese': '阿里巴巴集团控股有限公司',
  Japanese: '株式会社トヨタ自動車ｶﾌﾞ、「さくら」髙島屋',
  Korean: '주식회사 삼성전자 ㈜',
  Emoji: '🚀❤️👍🏽👩‍💻🇩🇪😀1️⃣',
}

describe('Fonts of printed texts', () => {
  for (const [script, name] of Object.entries(NAMES))
    it(`have every letter of ${script}, in both weights, and can be shaped`, () => {
      for (const weight of ['regular', 'bold'] as const) {
        const found = pieces(name, weight)
        const isShown = (letter: string) => !/[\p{Default_Ignorable_Code_Point}]/u.test(letter)
        assert.deepEqual(
          Array.from(found.map(({ text }) => text).join('')).filter(isShown),
          Array.from(name).filter(isShown),
        )
        for (const piece of found) assert.ok(shapingFeatures(piece))
      }
    })

  it('print a question mark for characters that none of them has, never an empty box', () => {
    assert.deepEqual(pieces('A𐎀\u{10ffff}\ue000'), [
      { text: 'A', font: 'regular' },
      { text: '?', font: 'regular' },
      { text: '?', font: 'regular' },
      { text: '?', font: 'regular' },
    ])
  })
})
