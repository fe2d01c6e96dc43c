import Bowser from 'bowser'

export interface DeviceFacts {
  /** Such as `Firefox 128`; empty when it is not known. */
  browser: string
  /** Such as `Windows`. */
  system: string
  isHandheld: boolean
}

/** What a user agent says of itself; a claim, not a proof. */
export const readUserAgent = (userAgent: string): DeviceFacts => {
  const { browser, os, platform } = Bowser.parse(userAgent)
  const version = browser.version?.split('.')[0]
  return {
    browser: [browser.name, version].filter(Boolean).join(' '),
    system: os.name ?? '',
    isHandheld: platform.type === 'mobile' || platform.type === 'tablet',
  }
}
