import { useTexts } from '../../feature/feature-context.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import css from './last-used.css'
import { lastUsedMessages } from './last-used.messages.ts'

/**
 * Returns attributes that mark a method's button as last used. The mark takes no space, so nothing moves, and the
 * button's name stays as it is.
 */
export const useLastUsedMark = () => {
  useSheet(css)
  const words = useTexts(lastUsedMessages)('lastUsed')
  return (isLast: boolean) => (isLast ? { 'aria-description': words, 'data-last-used': words } : {})
}
