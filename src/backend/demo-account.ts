/** The first account of the sample data; a database with this account belongs to the demo. */
export const DEMO_ACCOUNT_ID = 'd5809291-0ea2-41f3-86a3-da7cab0ca9a4'
