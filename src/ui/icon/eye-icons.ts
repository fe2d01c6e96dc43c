/** Loaded with the password input, which the first screen of the login box doesn't have. */
export const eyeIcons = {
  eye: 'M2.4 12S6 5.4 12 5.4 21.6 12 21.6 12 18 18.6 12 18.6 2.4 12 2.4 12ZM12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6Z',
  'eye-off':
    'm3.6 3.6 16.8 16.8M9.8 5.7A9 9 0 0 1 12 5.4c6 0 9.6 6.6 9.6 6.6a17 17 0 0 1-2.7 3.5M6.3 7.2A17 17 0 0 0 2.4 12S6 18.6 12 18.6a9 9 0 0 0 4.3-1.1M9.9 9.9a3 3 0 0 0 4.2 4.2',
} as const
