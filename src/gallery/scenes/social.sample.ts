import type { SocialProvider } from '../../entities/social.ts'
import type { SocialWay } from '../../parts/social/social.state.ts'

const LABELS: Readonly<Record<SocialProvider, string>> = {
  google: 'Google',
  microsoft: 'Microsoft',
  github: 'GitHub',
  apple: 'Apple',
  facebook: 'Facebook',
  linkedin: 'LinkedIn',
  slack: 'Slack',
}

const wayTo = (mark: SocialWay['mark'], label: string): SocialWay => ({
  id: mark,
  label,
  mark,
  logo: null,
  start: { kind: 'api', path: '/' },
})

/** All named providers, and one of the vendor's own. */
export const socialWays: readonly SocialWay[] = [
  ...Object.entries(LABELS).map(([mark, label]) => wayTo(mark as SocialProvider, label)), // the keys are the providers
  wayTo('custom', 'Acme Connect'),
]
