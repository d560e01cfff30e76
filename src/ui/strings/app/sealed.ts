// What is said where a sealed page would need the network.

export const NEEDS_NET =
  'This page is sealed, so nothing is sent or fetched. Open the seal first: it is in the status line.';
