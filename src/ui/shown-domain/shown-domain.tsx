import { useEffect, useState } from 'react'
import { lazy } from '../../kernel/lazy.ts'
import { loadChunk } from '../../kernel/load-chunk.ts'

/** Loads the rules with the first domain of another script, because most accounts have none. */
const rules = lazy(() => loadChunk(() => import('../../rules/shown-domains.ts')))

/**
 * Returns text, such as a domain or an email, with its domains in the letters of their scripts. They stay in ASCII
 * until the rules are loaded, and if they could pass for other domains.
 */
export const useShownDomain = (domain: string): string => {
  const [shown, setShown] = useState({ domain, text: domain })
  useEffect(() => {
    if (!domain.includes('xn--')) return
    let isCurrent = true
    rules().then(
      ({ withShownDomains }) => isCurrent && setShown({ domain, text: withShownDomains(domain) }),
      // The domain stays readable in ASCII.
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [domain])
  return shown.domain === domain ? shown.text : domain
}

/** Text, such as an email, with its domains in the letters of their scripts. */
export const ShownDomain = ({ text }: { text: string }) => useShownDomain(text)
