// A match as the server's own pages last gave it, as a file by its address, for the app of this phone.
const KEPT = "last heard";
const kept = () => caches.open(KEPT);

export const keepLastHeard = async (address, answer) => (await kept()).put(address, answer);
export const lastHeard = async (address) => (await kept()).match(address);
export const forgetLastHeard = async (address) => (await kept()).delete(address);
