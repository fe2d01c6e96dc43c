declare module 'email-providers' {
  /** Domains of public mail providers, some in Unicode. */
  const domains: readonly string[]
  export default domains
}
