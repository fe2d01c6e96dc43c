import { expect } from 'chai'
import { FIELD_TOKENS, readStop, TARGET_SIZE } from '../../testing/focus-stop.ts'
import { press, type } from '../../testing/keys.ts'

const MAX_STOPS = 40
/** While a page is loading it has few stops, which Tab passes again and again. */
const COMES_WITHIN_MS = 10_000

/** Simulates a user without a mouse, who moves with Tab, types, and presses Enter and Space. */
export const createKeyboard = () => {
  const stop = (): string => {
    const { name, problems } = readStop(TARGET_SIZE)
    expect(problems, `the focus on "${name}"`).to.deep.equal([])
    return name
  }
  /** Expects every field to have an autocomplete value for password managers. */
  const checkFields = () => {
    const fields = document.querySelectorAll<HTMLInputElement>('fe-login-box input, fe-login-box select')
    for (const { type: kind, name, autocomplete } of fields)
      if (!['checkbox', 'radio', 'hidden'].includes(kind))
        expect(FIELD_TOKENS[name] ?? [], `autocomplete of "${name}"`).to.include(autocomplete)
  }
  const to = async (wanted: RegExp): Promise<void> => {
    checkFields()
    const passed = [stop()]
    const end = performance.now() + COMES_WITHIN_MS
    const isOver = () => passed.length > MAX_STOPS && performance.now() > end
    while (!wanted.test(passed.at(-1) ?? '') && !isOver()) {
      await press('Tab')
      passed.push(stop())
    }
    expect(passed.at(-1), `by Tab: ${passed.join(' → ')}`).to.match(wanted)
  }
  return {
    to,
    async press(wanted: RegExp, key: 'Enter' | 'Space' = 'Enter') {
      await to(wanted)
      await press(key)
    },
    async fill(wanted: RegExp, text: string, key?: 'Enter') {
      await to(wanted)
      const { activeElement } = document
      if (activeElement instanceof HTMLInputElement) activeElement.select()
      await type(text)
      if (key) await press(key)
    },
  }
}

export type Keyboard = ReturnType<typeof createKeyboard>
