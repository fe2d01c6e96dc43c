import { useRef } from 'react'

/** Letters typed within this time form one search text. */
const WORD_MS = 500

/** Finds the next option that starts with the typed text; repeating a letter moves to the next match. */
export const useTypeahead = () => {
  const typed = useRef({ word: '', at: 0 })
  return (key: string, options: readonly string[], from: number): number | undefined => {
    if (key.length !== 1 || (key === ' ' && typed.current.word === '')) return undefined
    const now = performance.now()
    const word = (now - typed.current.at < WORD_MS ? typed.current.word : '') + key.toLowerCase()
    typed.current = { word, at: now }
    const same = [...word].every((letter) => letter === word[0])
    const wanted = same ? word.slice(0, 1) : word
    const order = options.map((_, index) => (from + index + (same ? 1 : 0)) % options.length)
    return order.find((index) => options[index]?.trim().toLowerCase().startsWith(wanted))
  }
}
