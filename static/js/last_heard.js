// A match as the server's own pages last gave it, as a file by its address, for the app of this phone.
const KEPT = "last heard";
const openCache = () => caches.open(KEPT);

export const keepLastHeard = async (address, answer) => (await openCache()).put(address, answer);
export const lastHeard = async (address) => (await openCache()).match(address);
export const forgetLastHeard = async (address) => (await openCache()).delete(address);
