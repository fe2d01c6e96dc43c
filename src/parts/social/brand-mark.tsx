import type { ReactNode } from 'react'
import type { SocialProvider } from '../../entities/social.ts'
import { safeServerUrl } from '../../rules/server-url.ts'
import type { SocialWay } from './social.state.ts'

const Google = (
  <>
    <path fill="#ea4335" d="M40.06 6.25A24 24 0 0 0 2.56 13.22l7.97 6.19A14.3 14.3 0 0 1 33.2 13.1z" />
    <path fill="#fbbc05" d="M2.56 13.22a24 24 0 0 0 0 21.56l7.97-6.19a14.3 14.3 0 0 1 0-9.18z" />
    <path fill="#34a853" d="M2.56 34.78a24 24 0 0 0 37.33 7.41l-7.73-6a14.4 14.4 0 0 1-21.63-7.6z" />
    <path fill="#4285f4" d="M24 20h22.6a24 24 0 0 1-6.71 22.19l-7.73-6a12.4 12.4 0 0 0 4.78-7.17H24z" />
  </>
)

const Microsoft = (
  <>
    <path fill="#f25022" d="M0 0h10v10H0z" />
    <path fill="#7fba00" d="M11 0h10v10H11z" />
    <path fill="#00a4ef" d="M0 11h10v10H0z" />
    <path fill="#ffb900" d="M11 11h10v10H11z" />
  </>
)

const Facebook = (
  <>
    <circle cx="12" cy="12" r="12" fill="#0866ff" />
    <path
      fill="#fff"
      d="m16.7 15.5.5-3.5h-3.3V9.8c0-1 .5-1.9 2-1.9h1.5V4.9s-1.4-.2-2.7-.2c-2.7 0-4.5 1.7-4.5 4.7V12H7.1v3.5h3.1v8.4a12 12 0 0 0 3.7 0v-8.4z"
    />
  </>
)

const GitHub = (
  <path
    fill="currentColor"
    fillRule="evenodd"
    d="M12 .3a12 12 0 0 0-3.8 23.4c.6.1.8-.3.8-.6v-2c-3.3.7-4-1.6-4-1.6-.6-1.4-1.4-1.8-1.4-1.8-1-.7.1-.7.1-.7 1.2 0 1.9 1.2 1.9 1.2 1 1.8 2.8 1.3 3.5 1 0-.8.4-1.3.7-1.6-2.7-.3-5.5-1.3-5.5-6 0-1.2.5-2.3 1.3-3.1-.2-.4-.6-1.6 0-3.2 0 0 1-.3 3.4 1.2a11.5 11.5 0 0 1 6 0c2.3-1.5 3.3-1.2 3.3-1.2.6 1.6.2 2.8 0 3.2.9.8 1.3 1.9 1.3 3.2 0 4.6-2.8 5.6-5.5 5.9.5.4.9 1 .9 2.2v3.3c0 .3.1.7.8.6A12 12 0 0 0 12 .3z"
  />
)

const Apple = (
  <path
    fill="currentColor"
    d="M17.1 12.7c0-2.9 2.3-4.2 2.5-4.4-1.4-2-3.5-2.2-4.2-2.3-1.8-.2-3.5 1.1-4.4 1.1S8.6 6 7.2 6.1c-2 0-3.8 1.1-4.8 2.9-2 3.5-.5 8.7 1.5 11.6 1 1.4 2.1 3 3.6 2.9 1.5-.1 2-.9 3.8-.9s2.2.9 3.8.9 2.5-1.4 3.5-2.8c1.1-1.6 1.6-3.2 1.6-3.3-.1 0-3.1-1.2-3.1-4.7zM14.2 4.2c.8-1 1.3-2.3 1.2-3.7-1.2 0-2.6.8-3.4 1.7-.7.9-1.4 2.3-1.2 3.6 1.3.1 2.6-.7 3.4-1.6z"
  />
)

const Slack = (
  <>
    <path fill="#e01e5a" d="M2.5 12.6H5v2.6a2.5 2.5 0 1 1-2.5-2.6zm3.8 2.6a2.5 2.5 0 0 1 5 0v6.3a2.5 2.5 0 0 1-5 0z" />
    <path fill="#36c5f0" d="M11.4 2.5V5H8.8a2.5 2.5 0 1 1 2.6-2.5zM8.8 6.3a2.5 2.5 0 0 1 0 5H2.5a2.5 2.5 0 0 1 0-5z" />
    <path
      fill="#2eb67d"
      d="M21.5 11.4H19V8.8a2.5 2.5 0 1 1 2.5 2.6zm-3.8-2.6a2.5 2.5 0 0 1-5 0V2.5a2.5 2.5 0 0 1 5 0z"
    />
    <path
      fill="#ecb22e"
      d="M12.6 21.5V19h2.6a2.5 2.5 0 1 1-2.6 2.5zm2.6-3.8a2.5 2.5 0 0 1 0-5h6.3a2.5 2.5 0 0 1 0 5z"
    />
  </>
)

const LinkedIn = (
  <>
    <rect width="24" height="24" rx="3" fill="#0a66c2" />
    <path
      fill="#fff"
      d="M6.1 3.9a2.1 2.1 0 1 1 0 4.2 2.1 2.1 0 0 1 0-4.2zM4.3 9.6h3.6v10.7H4.3zm5.9 0h3.4v1.5c.5-.9 1.7-1.8 3.4-1.8 3.6 0 4.3 2.4 4.3 5.4v5.6h-3.6v-5c0-1.2 0-2.7-1.7-2.7s-2 1.3-2 2.6v5.1h-3.8z"
    />
  </>
)

/** Drawings of these providers' logos, each with its view box. */
const MARKS: Readonly<Record<SocialProvider, readonly [viewBox: string, drawing: ReactNode]>> = {
  google: ['0 0 48 48', Google],
  microsoft: ['0 0 21 21', Microsoft],
  facebook: ['0 0 24 24', Facebook],
  github: ['0 0 24 24', GitHub],
  apple: ['0 0 24 24', Apple],
  slack: ['0 0 24 24', Slack],
  linkedin: ['0 0 24 24', LinkedIn],
}

const isPicture = (url: string): boolean =>
  url.startsWith('data:image/') || safeServerUrl(url, { pageUrl: new URL(location.href) }) !== undefined

/** The logo of a provider; a custom provider shows its picture or its first letter. */
export const BrandMark = ({ way: { mark, label, logo } }: { way: Pick<SocialWay, 'mark' | 'label' | 'logo'> }) => {
  if (mark !== 'custom') {
    const [viewBox, drawing] = MARKS[mark]
    return (
      <svg className="fe-social-mark" viewBox={viewBox} aria-hidden="true" focusable="false">
        {drawing}
      </svg>
    )
  }
  if (logo && isPicture(logo)) {
    return <img className="fe-social-mark" src={logo} alt="" referrerPolicy="no-referrer" />
  }
  return (
    <span className="fe-social-mark fe-social-letter" aria-hidden="true">
      {[...label][0]?.toUpperCase()}
    </span>
  )
}
