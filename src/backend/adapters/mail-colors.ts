/**
 * Colors of emails. Text has a contrast of at least 4.5:1 on every background that it appears on (WCAG 2.2 §1.4.3), in
 * light and dark mode.
 */
export interface MailColors {
  /** Background around the card. */
  page: string
  card: string
  ink: string
  /** Text of the footer, and of the link as text. */
  soft: string
  line: string
  link: string
  button: string
  buttonInk: string
  /** Background of the logo in both modes, so that a logo made for white paper is readable in dark mode too. */
  plate: string
}

export const LIGHT: MailColors = {
  page: '#f6f7fa',
  card: '#ffffff',
  ink: '#14171f',
  soft: '#5b6272',
  line: '#e3e6ee',
  link: '#4338ca',
  button: '#4338ca',
  buttonInk: '#ffffff',
  plate: '#eef0f5',
}

export const DARK: MailColors = {
  page: '#0f1117',
  card: '#171a22',
  ink: '#eceef4',
  soft: '#a0a7b8',
  line: '#2a2f3b',
  link: '#a5a0ff',
  button: '#a5a0ff',
  buttonInk: '#14171f',
  plate: '#eef0f5',
}
