/** Icons of the second factor that the core set lacks. */
export const factorIcons = {
  'chevron-right': 'M9.2 6.2 15 12l-5.8 5.8',
  copy: 'M10.2 8.4h8a1.8 1.8 0 0 1 1.8 1.8v8a1.8 1.8 0 0 1-1.8 1.8h-8a1.8 1.8 0 0 1-1.8-1.8v-8a1.8 1.8 0 0 1 1.8-1.8ZM5.8 15.6A1.8 1.8 0 0 1 4 13.8v-8A1.8 1.8 0 0 1 5.8 4h8a1.8 1.8 0 0 1 1.8 1.8',
  download: 'M12 3.8v11.4m-4.6-4.4 4.6 4.6 4.6-4.6M4.2 16.4v1.8a2 2 0 0 0 2 2h11.6a2 2 0 0 0 2-2v-1.8',
  shield: 'M12 3.4l7 2.6v5.2c0 4.4-2.8 7.6-7 9.4-4.2-1.8-7-5-7-9.4V6zM8.9 12l2.2 2.2 4-4.4',
} as const
