"""One input for each kind of answer, for entries and for the desk alike."""

from __future__ import annotations

from referee.answers import cards, choices, numbers, players, sides, texts
from referee.web.answers.inputs import card_inputs, chosen_inputs, player_inputs, typed_inputs
from referee.web.answers.inputs.base_input import Input

INPUTS: dict[str, type[Input]] = {
    numbers.Number.kind: typed_inputs.NumberInput,
    numbers.Numbers.kind: typed_inputs.NumbersInput,
    numbers.Counts.kind: typed_inputs.CountsInput,
    numbers.Points.kind: typed_inputs.PointsInput,
    texts.Words.kind: typed_inputs.WordsInput,
    texts.ClockTime.kind: typed_inputs.ClockTimeInput,
    texts.NewName.kind: typed_inputs.NewNameInput,
    choices.YesNo.kind: chosen_inputs.YesNoInput,
    choices.Occurrence.kind: chosen_inputs.OccurrenceInput,
    choices.Choice.kind: chosen_inputs.ChoiceInput,
    choices.SuitChoice.kind: chosen_inputs.SuitInput,
    choices.Choices.kind: card_inputs.ChoicesInput,
    choices.ChoicePerPlayer.kind: chosen_inputs.ChoicePerPlayerInput,
    choices.Bids.kind: chosen_inputs.BidsInput,
    players.OnePlayer.kind: player_inputs.OnePlayerInput,
    players.SomePlayers.kind: player_inputs.SomePlayersInput,
    players.Levels.kind: player_inputs.LevelsInput,
    players.PlayerOrder.kind: player_inputs.OrderInput,
    players.TrickWinners.kind: player_inputs.TrickWinnersInput,
    players.Seats.kind: player_inputs.SeatedInput,
    players.PlayOrder.kind: player_inputs.PlayOrderInput,
    sides.Teams.kind: player_inputs.TeamsInput,
    sides.SideChoice.kind: chosen_inputs.SideInput,
    cards.OneCard.kind: card_inputs.CardInput,
    cards.Cards.kind: card_inputs.CardsInput,
    cards.Plays.kind: card_inputs.PlaysInput,
    cards.CardHands.kind: card_inputs.CardHandsInput,
    cards.CardGroups.kind: card_inputs.CardGroupsInput,
}
"""The input of each kind: a contract test holds this table and the family together."""
